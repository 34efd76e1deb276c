package dev.multipool.pools;

import dev.multipool.pools.TaskContext.JoinWait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The workers of a pool: makes, wakes, parks and retires them. */
final class Crew {

    /*
     * Whoever queues a task calls: a worker is added when there are fewer workers than tasks in flight and than allowed;
     * else a parked one is woken, unless enough are awake and searching already. A searching worker that finds a task
     * stops searching and, if more are queued, calls in turn. So wake-ups spread from worker to worker, and a burst of
     * short tasks does not wake the whole pool.
     *
     * Tasks that wait (for subtasks, for Redis) are another matter: what they wait for begins sooner, and goes out
     * together, when as many workers as tasks are awake. While a pool's tasks wait, each queued one wakes a worker, and a
     * worker without work parks at once: the cores have others to run. Measured: docs/experiments/query-items-cost.md.
     *
     * No wake-up is lost: a submitter first queues, then looks at the workers; a worker first stops searching, joins the
     * idle ones or leaves the count, then looks at the queue. Whichever comes second sees the other.
     *
     * A worker whose queue is empty looks again after giving way to other threads, SPINS times, since parking and being
     * woken cost much more than that.
     */

    private static final Logger LOG = LoggerFactory.getLogger(Crew.class);
    private static final int SPINS = 2;
    /** A pool of which one task in so many waits is one whose tasks wait. */
    private static final int TASKS_UNTIL_NONE_WAITS = 64;

    private static final long NO_TIME = Long.MIN_VALUE;

    private final WorkerPool pool;
    private final TaskQueue queue;
    private final Admission admission;
    private final Ledger ledger;
    private final ThreadFactory threads;
    private final boolean virtual;
    private final boolean cpuMeasured;
    private final IdleWorkers idle = new IdleWorkers();
    private final Roster roster = new Roster();
    private final AtomicInteger workers = new AtomicInteger();
    private final AtomicInteger searching = new AtomicInteger();
    private final int mostSearching = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private volatile boolean tasksWait;

    Crew(WorkerPool pool, TaskQueue queue, Admission admission, Ledger ledger) {
        this.pool = pool;
        this.queue = queue;
        this.admission = admission;
        this.ledger = ledger;
        PoolConfig config = pool.config();
        this.virtual = config.kind() == PoolKind.VIRTUAL;
        this.cpuMeasured = !virtual && ThreadCpu.isSupported();
        this.threads = virtual ? VirtualThreads.factory(config.name()) : PoolThreads.platform(config.name());
        if (virtual) {
            ledger.workers(config.maxThreads(), pool.clock().nanoTime());
        }
    }

    /** Sees to it that a worker takes the task that was just queued. */
    void call() {
        if (workers.get() < pool.config().maxThreads() && addWorker()) {
            return;
        }
        while (!idle.isEmpty()) {
            int now = searching.get();
            if (now >= mostSearching && !tasksWait) {
                return;
            }
            if (searching.compareAndSet(now, now + 1)) {
                Worker worker = idle.pop();
                if (worker == null) {
                    searching.decrementAndGet();
                } else {
                    LockSupport.unpark(worker.thread());
                    return;
                }
            }
        }
    }

    /** The pool's bounds were changed: surplus workers end, missing ones are made. */
    void resized(PoolConfig before, PoolConfig after) {
        if (virtual) {
            ledger.workers(
                    after.maxThreads() - before.maxThreads(), pool.clock().nanoTime());
        }
        wakeAll();
        int missing = admission.inFlight() - workers.get();
        for (int i = 0; i < missing && addWorker(); i++) {
            call();
        }
    }

    /**
     * Lets every parked worker look for work, or for a reason to end. All are taken before the first one is woken: a worker that
     * finds nothing parks again at once, and would be taken again, and again.
     */
    void wakeAll() {
        List<Worker> parked = new ArrayList<>();
        for (Worker worker = idle.pop(); worker != null; worker = idle.pop()) {
            searching.incrementAndGet();
            parked.add(worker);
        }
        parked.forEach(worker -> LockSupport.unpark(worker.thread()));
    }

    void interruptAll() {
        roster.interruptAll();
    }

    /** Whether no worker lives, nor is being made, nor is about to end. */
    boolean isEmpty() {
        return workers.get() == 0 && roster.isEmpty();
    }

    /** CPU time in service, or -1 where it is not measured. */
    long cpuNanos() {
        return cpuMeasured ? roster.cpuNanos() : -1;
    }

    /** The joins that the workers wait in now. */
    Set<JoinWait> joinWaits() {
        return roster.joinWaits();
    }

    /** The life of a worker: called by its thread. */
    void work(Worker worker) {
        if (cpuMeasured) {
            worker.cpu = new CpuAccount();
        }
        if (!virtual) {
            ledger.workers(1, pool.clock().nanoTime());
        }
        NanoClock clock = pool.clock();
        TaskContext context = pool.newContext();
        context.enter();
        worker.context = context;
        // a task that is taken right after another one starts when that one ended: one reading of the clock for both
        long nowNanos = NO_TIME;
        boolean alive = true;
        while (alive) {
            if (queue.poll(worker.slot)) {
                if (worker.searching) {
                    endSearch(worker);
                    nowNanos = NO_TIME;
                }
                nowNanos = pool.serve(worker.slot, context, nowNanos == NO_TIME ? clock.nanoTime() : nowNanos);
                learn(worker, context.hasWaited());
                alive = !retireIfMoreThan(pool.config().maxThreads());
            } else {
                alive = awaitTask(worker);
                nowNanos = NO_TIME;
            }
        }
        if (!virtual) {
            ledger.workers(-1, pool.clock().nanoTime());
        }
        roster.remove(worker);
        if (!queue.isEmpty()) {
            call();
        }
        pool.endIfDone();
    }

    private boolean addWorker() {
        while (true) {
            int now = workers.get();
            if (now >= pool.config().maxThreads() || now >= admission.inFlight()) {
                return false;
            }
            if (workers.compareAndSet(now, now + 1)) {
                // while we looked, others may have served the last task and the pool may have ended
                if (admission.isShut() && admission.inFlight() == 0) {
                    workers.decrementAndGet();
                    pool.endIfDone();
                    return false;
                }
                return startWorker();
            }
        }
    }

    private boolean startWorker() {
        Worker worker = new Worker(this);
        Thread thread = threads.newThread(worker);
        worker.thread(thread);
        roster.add(worker);
        try {
            thread.start();
            return true;
        } catch (OutOfMemoryError e) {
            LOG.error(
                    "pool {}: no thread for a queued task; it waits for the next one",
                    pool.config().name(),
                    e);
            roster.remove(worker);
            workers.decrementAndGet();
            pool.endIfDone();
            return false;
        }
    }

    /** Notes whether the pool's tasks wait; the field that all share is written only when that changes. */
    private void learn(Worker worker, boolean waited) {
        if (waited) {
            worker.tasksUntilNoneWaits = TASKS_UNTIL_NONE_WAITS;
            if (!tasksWait) {
                tasksWait = true;
            }
        } else if (worker.tasksUntilNoneWaits > 0 && --worker.tasksUntilNoneWaits == 0) {
            tasksWait = false;
        }
    }

    private void endSearch(Worker worker) {
        worker.searching = false;
        searching.decrementAndGet();
        if (!queue.isEmpty()) {
            call();
        }
    }

    /** Waits until there may be a task; returns false when the worker is to end, and then it is counted no more. */
    private boolean awaitTask(Worker worker) {
        if (searchOn(worker)) {
            return true;
        }
        if (virtual || admission.isShut()) {
            return !retireIfMoreThan(0);
        }
        if (retireIfMoreThan(pool.config().maxThreads())) {
            return false;
        }
        idle.push(worker);
        if (queue.isEmpty() && !admission.isShut()) {
            return park(worker);
        }
        worker.searching = !idle.remove(worker);
        return true;
    }

    private boolean park(Worker worker) {
        CpuAccount cpu = worker.cpu;
        if (cpu != null) {
            cpu.beforePark();
        }
        boolean stays = parkUntilWoken(worker);
        if (cpu != null) {
            cpu.afterPark();
        }
        return stays;
    }

    private boolean parkUntilWoken(Worker worker) {
        NanoClock clock = pool.clock();
        long idleSince = clock.nanoTime();
        while (!worker.woken) {
            PoolConfig config = pool.config();
            if (workers.get() <= config.coreThreads()) {
                LockSupport.park(this);
            } else {
                long left = config.keepAlive().toNanos() - (clock.nanoTime() - idleSince);
                if (left > 0) {
                    LockSupport.parkNanos(this, left);
                } else if (idle.remove(worker)) {
                    return !retireIfMoreThan(config.coreThreads());
                }
            }
            Thread.interrupted();
        }
        worker.searching = true;
        return true;
    }

    /** Looks for a task a little longer. */
    @SuppressWarnings("ThreadPriorityCheck") // a hint only: nothing is wrong when the yield does nothing
    private boolean searchOn(Worker worker) {
        boolean spins = !tasksWait && !virtual;
        if (spins && !worker.searching && searching.get() < mostSearching) {
            searching.incrementAndGet();
            worker.searching = true;
        }
        for (int i = 0; i < SPINS && worker.searching && spins; i++) {
            Thread.yield();
            if (!queue.isEmpty()) {
                return true;
            }
        }
        if (worker.searching) {
            worker.searching = false;
            searching.decrementAndGet();
        }
        return false;
    }

    /** Takes the calling worker out of the count if there are more than {@code kept}. */
    private boolean retireIfMoreThan(int kept) {
        for (int now = workers.get(); now > kept; now = workers.get()) {
            if (workers.compareAndSet(now, now - 1)) {
                return true;
            }
        }
        return false;
    }
}
