package dev.multipool.capacity.sim;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.PoolState;
import dev.multipool.pools.QueueOrder;

/** A pool in simulated time: who gets a thread, who waits, who is turned away. */
final class SimulatedPool {

    /*
     * A task is accepted exactly if fewer are in flight than threads and queue slots exist, as in the real pools, and
     * started if fewer are in service than threads. What distinguishes the kinds is which threads exist: those of fixed,
     * cached and eager pools come on demand and, beyond the core, go after the keep-alive; virtual and direct ones are
     * not kept. Idle threads are reused newest first; the moments since which they are idle lie in a stack, whose bottom
     * is looked at when time passes.
     */

    final PoolLedger ledger = new PoolLedger();
    final boolean direct;
    private final PoolConfig config;
    private final int threads;
    private final int capacity;
    private final boolean kept;
    private final boolean adaptive;
    private final double keepAliveNanos;
    private final double timeoutNanos;
    private final double overloadInterval;
    private final double overloadTimeout;
    private final IntQueue queue = new IntQueue();
    private double[] idleSince = new double[16];
    private int idleBottom;
    private int idleTop;
    private int workers;
    private int active;
    private double standingSince;
    private boolean shed;
    private double settledAt;

    SimulatedPool(PoolConfig config) {
        this.config = config;
        this.threads = config.maxThreads();
        this.capacity = config.queueCapacity();
        this.direct = config.kind() == PoolKind.DIRECT;
        this.kept = !direct && config.kind() != PoolKind.VIRTUAL;
        this.workers = kept ? 0 : threads;
        this.adaptive = config.queue().order() == QueueOrder.ADAPTIVE_LIFO;
        this.keepAliveNanos =
                kept && config.coreThreads() < threads ? config.keepAlive().toNanos() : Double.POSITIVE_INFINITY;
        this.timeoutNanos = config.queueTimeout().map(t -> (double) t.toNanos()).orElse(Double.POSITIVE_INFINITY);
        this.overloadInterval = config.queue().overloadInterval().toNanos();
        this.overloadTimeout = config.queue().overloadTimeout().toNanos();
    }

    /** Accepts a task, or counts its rejection and returns false. */
    boolean accept(double now) {
        settle(now);
        ledger.arrivals++;
        if (active + queue.size() < threads + capacity) {
            ledger.queueDepth.record(queue.size());
            return true;
        }
        if (capacity == 0) {
            ledger.poolFull++;
        } else {
            ledger.queueFull++;
        }
        return false;
    }

    /** Whether an accepted task can be started at once. */
    boolean hasThread() {
        return active < threads;
    }

    void enqueue(int task, double now) {
        if (queue.isEmpty()) {
            standingSince = now;
        }
        queue.add(task);
    }

    /** A task gets a thread. */
    void start(double queueNanos, double now) {
        settle(now);
        active++;
        ledger.queueTime.record(queueNanos);
        if (kept && active > workers) {
            workers++;
        } else if (keepAliveNanos < Double.POSITIVE_INFINITY && idleTop > idleBottom) {
            idleTop--;
        }
    }

    /** A task ended and its thread is free. */
    void end(double serviceNanos, double inSystemNanos, boolean failed, double now) {
        settle(now);
        active--;
        ledger.serviceTime.record(serviceNanos);
        ledger.inSystemNanos += inSystemNanos;
        if (failed) {
            ledger.failures++;
        } else {
            ledger.completions++;
        }
        if (keepAliveNanos < Double.POSITIVE_INFINITY) {
            pushIdle(now);
        }
    }

    /** Takes a task from the queue for a free thread; {@link Tasks#NONE} when there is no task or no thread. */
    int poll(double now, double[] enqueuedAt) {
        if (queue.isEmpty() || active >= threads) {
            return Tasks.NONE;
        }
        settle(now);
        boolean overloaded = adaptive && now - standingSince > overloadInterval;
        boolean tooLong = overloaded && now - enqueuedAt[queue.oldest()] > overloadTimeout;
        int task = overloaded && !tooLong ? queue.removeNewest() : queue.removeOldest();
        shed = tooLong || now - enqueuedAt[task] > timeoutNanos;
        return task;
    }

    /** Whether the task that was polled last had waited for too long. */
    boolean isShed() {
        return shed;
    }

    void startWindow(double now) {
        settle(now);
        ledger.startWindow(now);
    }

    LedgerSnapshot snapshot(double now) {
        settle(now);
        return ledger.snapshot(new PoolState(config.name(), workers, threads, capacity, active, queue.size()), now);
    }

    private void settle(double now) {
        double passed = now - settledAt;
        if (passed > 0) {
            ledger.concurrencyNanos += passed * (active + queue.size());
            ledger.busyNanos += passed * active;
            ledger.workerNanos += passed * workers;
            settledAt = now;
            if (idleTop > idleBottom) {
                retire(now);
            }
        }
    }

    /** Ends the threads beyond the core that have been idle for too long, as of when their time was up. */
    private void retire(double now) {
        while (idleTop > idleBottom && workers > config.coreThreads() && idleSince[idleBottom] + keepAliveNanos < now) {
            double ended = Math.max(ledger.startedAt, idleSince[idleBottom++] + keepAliveNanos);
            ledger.workerNanos -= now - ended;
            workers--;
        }
    }

    private void pushIdle(double now) {
        if (idleTop == idleSince.length) {
            int size = idleTop - idleBottom;
            double[] target = size > idleTop / 2 ? new double[2 * idleTop] : idleSince;
            System.arraycopy(idleSince, idleBottom, target, 0, size);
            idleSince = target;
            idleBottom = 0;
            idleTop = size;
        }
        idleSince[idleTop++] = now;
    }
}
