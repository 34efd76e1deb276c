package dev.multipool.pools.internal;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolListener;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.internal.ledger.Ledger;
import dev.multipool.pools.internal.queue.TaskSlot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A pool that runs tasks on their callers' threads. */
public final class DirectPool implements StoppablePool, TaskRunner.Owner {

    private final NanoClock clock;
    private final NanoClock time;
    private final Ledger ledger;
    private final PoolEvents events;
    private final TaskRunner runner;
    private final Admission admission = new Admission();
    private final Map<Thread, Caller> callers = new ConcurrentHashMap<>();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile PoolConfig config;

    public DirectPool(PoolConfig config, NanoClock clock, PoolListener listener) {
        this.config = config;
        this.clock = clock;
        this.time = ContainedClock.of(config.name(), clock);
        this.ledger = new Ledger(time);
        this.events = new PoolEvents(config.name(), listener);
        this.runner = new TaskRunner(config, time, ledger, events, admission, this);
        ledger.workers(config.maxThreads(), time.nanoTime());
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        // what needs memory comes before the task is accepted
        TaskSlot slot = new TaskSlot();
        TaskContext context = new TaskContext(ledger, clock, time);
        Caller caller = new Caller(Thread.currentThread());
        boolean outermost = callers.putIfAbsent(caller.thread, caller) == null;
        @Nullable TaskContext outer = context.enter();
        try {
            enter();
            slot.task = task;
            slot.enqueuedNanos = time.nanoTime();
            ledger.arrived(slot.enqueuedNanos, 0);
            runner.serve(slot, context, slot.enqueuedNanos);
        } finally {
            TaskContext.leave(outer);
            if (outermost) {
                callers.remove(caller.thread);
                caller.leave();
            }
        }
    }

    private void enter() {
        PoolConfig now = config;
        int before = admission.enter(Admission.bound(now));
        if (before < 0) {
            PoolRejectedException e = admission.rejection(now, before == Admission.REJECTED_SHUT);
            ledger.rejected(e.reason());
            events.rejected(e);
            throw e;
        }
    }

    @Override
    public ExecutorService asExecutorService() {
        return new PoolExecutorService(this, this);
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
    public void resize(int coreThreads, int maxThreads, int queueCapacity) {
        PoolConfig before;
        PoolConfig after;
        synchronized (this) {
            before = config;
            after = before.resized(coreThreads, maxThreads, queueCapacity);
            config = after;
            ledger.workers(after.maxThreads() - before.maxThreads(), time.nanoTime());
        }
        events.resized(before, after);
    }

    @Override
    public boolean stop(Duration drain) {
        long drainNanos = TimeUnit.NANOSECONDS.convert(drain);
        shut();
        try {
            if (terminated.await(drainNanos, TimeUnit.NANOSECONDS)) {
                return true;
            }
            interruptAll();
        } catch (InterruptedException e) {
            interruptAll();
            Thread.currentThread().interrupt();
        }
        return isTerminated();
    }

    @Override
    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    @Override
    public boolean isDropping() {
        return false;
    }

    @Override
    public void emptied() {
        terminated.countDown();
    }

    @Override
    public String toString() {
        return "pool " + config.name() + " (" + config.spec() + ")";
    }

    @Override
    public void shut() {
        admission.shut();
        if (admission.isOver()) {
            emptied();
        }
    }

    @Override
    public boolean isShut() {
        return admission.isShut();
    }

    @Override
    public List<Runnable> stopNow() {
        shut();
        interruptAll();
        return List.of();
    }

    @Override
    public boolean awaitTerminated(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }

    private void interruptAll() {
        callers.values().forEach(Caller::interrupt);
    }

    /** A thread that is in the pool, or about to come in. An interrupt that was meant for its tasks does not outlive them. */
    private static final class Caller {

        final Thread thread;
        // @GuardedBy("this")
        private boolean gone;
        // @GuardedBy("this")
        private boolean interrupted;

        Caller(Thread thread) {
            this.thread = thread;
        }

        synchronized void interrupt() {
            if (!gone) {
                interrupted = true;
                thread.interrupt();
            }
        }

        synchronized void leave() {
            gone = true;
            if (interrupted) {
                Thread.interrupted();
            }
        }
    }
}
