package dev.multipool.pools;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A pool that runs tasks on their callers' threads. */
final class DirectPool implements MeasuredPool {

    private final NanoClock clock;
    private final Ledger ledger;
    private final PoolEvents events;
    private final TaskRunner runner;
    private final Admission admission = new Admission();
    private final Set<Thread> callers = ConcurrentHashMap.newKeySet();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile PoolConfig config;

    DirectPool(PoolConfig config, NanoClock clock, PoolListener listener) {
        this.config = config;
        this.clock = clock;
        this.ledger = new Ledger(clock);
        this.events = new PoolEvents(config.name(), listener);
        this.runner = new TaskRunner(config, clock, ledger, events, admission::leave);
        ledger.workers(config.maxThreads(), clock.nanoTime());
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        PoolConfig now = config;
        int before = admission.enter(now.bound());
        if (before < 0) {
            PoolRejectedException e = admission.rejection(now, before == Admission.REJECTED_SHUT);
            ledger.rejected(e.reason());
            events.rejected(e);
            throw e;
        }
        TaskSlot slot = new TaskSlot();
        slot.enqueuedNanos = clock.nanoTime();
        ledger.arrived(slot.enqueuedNanos, 0);
        boolean outermost = callers.add(Thread.currentThread());
        TaskContext context = runner.newContext();
        @Nullable TaskContext outer = context.enter();
        try {
            runner.serve(task, slot, context, slot.enqueuedNanos);
        } finally {
            TaskContext.leave(outer);
            if (outermost) {
                callers.remove(Thread.currentThread());
            }
            endIfDone();
        }
    }

    @Override
    public PoolConfig config() {
        return config;
    }

    @Override
    public NanoClock clock() {
        return clock;
    }

    @Override
    public LedgerSnapshot snapshot() {
        return ledger.snapshot(config, () -> -1);
    }

    @Override
    public synchronized void resize(int coreThreads, int maxThreads, int queueCapacity) {
        PoolConfig before = config;
        PoolConfig after = before.resized(coreThreads, maxThreads, queueCapacity);
        config = after;
        ledger.workers(after.maxThreads() - before.maxThreads(), clock.nanoTime());
        events.resized(before, after);
    }

    @Override
    public boolean stop(Duration drain) {
        admission.shut();
        endIfDone();
        try {
            if (terminated.await(drain.toNanos(), TimeUnit.NANOSECONDS)) {
                return true;
            }
            callers.forEach(Thread::interrupt);
        } catch (InterruptedException e) {
            callers.forEach(Thread::interrupt);
            Thread.currentThread().interrupt();
        }
        return isTerminated();
    }

    @Override
    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    /** Terminates the pool if it is stopped, no task is in flight, and no caller is still writing down a task's end. */
    private void endIfDone() {
        if (admission.isShut() && admission.inFlight() == 0 && callers.isEmpty()) {
            terminated.countDown();
        }
    }

    @Override
    public String toString() {
        return "pool " + config.name() + " (" + config.spec() + ")";
    }
}
