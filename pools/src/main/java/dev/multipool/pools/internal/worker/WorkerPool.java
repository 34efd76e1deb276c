package dev.multipool.pools.internal.worker;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.PoolListener;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.QueueOrder;
import dev.multipool.pools.internal.Admission;
import dev.multipool.pools.internal.ContainedClock;
import dev.multipool.pools.internal.PoolEvents;
import dev.multipool.pools.internal.PoolExecutorService;
import dev.multipool.pools.internal.StoppablePool;
import dev.multipool.pools.internal.TaskRunner;
import dev.multipool.pools.internal.ThrownLog;
import dev.multipool.pools.internal.ledger.Ledger;
import dev.multipool.pools.internal.queue.AdaptiveQueue;
import dev.multipool.pools.internal.queue.RingQueue;
import dev.multipool.pools.internal.queue.TaskQueue;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** A pool whose tasks pass through a queue to workers: every kind but {@code direct}. */
public final class WorkerPool implements StoppablePool, TaskRunner.Owner {

    /*
     * Admission decides, the rest follows. A task is accepted exactly if fewer tasks are in flight than threads and
     * queue slots exist; that is one compare-and-set, so a task is never rejected while a thread is idle, whatever the
     * threads are doing at that instant. Every accepted task goes into the backlog, whose length admission bounds, and
     * the crew sees to it that a worker takes it.
     *
     * A served task gives its place back before anybody hears that it ended. So a caller that waits for one task before
     * it submits the next is not rejected on account of the first. Its thread is free only when all who waited have been
     * told. A task that takes the place meanwhile gets another thread if the pool may have one more. If not, it is queued
     * until the telling is over, also where no queue is configured.
     *
     * Stopping shuts the door in the same word that counts, so every task is either rejected or will be seen by those
     * that drain.
     */

    private static final ThrownLog LOG = new ThrownLog(WorkerPool.class);
    /** How long a stop waits for dropped tasks that do not return from being told so. */
    private static final long DROP_MILLIS = 500;
    /** So many tasks of a batch are queued before workers are called for them: no core is idle for longer. */
    private static final int MOST_UNCALLED = 16;

    private final NanoClock clock;
    private final NanoClock time;
    private final Ledger ledger;
    private final PoolEvents events;
    private final TaskRunner runner;
    private final Admission admission = new Admission();
    private final Backlog backlog;
    private final Crew crew;
    private final boolean virtual;

    public WorkerPool(PoolConfig config, NanoClock clock, PoolListener listener) {
        this(
                config,
                clock,
                listener,
                config.kind() == PoolKind.VIRTUAL
                        ? VirtualThreads.factory(config.name())
                        : PoolThreads.platform(config.name()));
    }

    WorkerPool(PoolConfig config, NanoClock clock, PoolListener listener, ThreadFactory threads) {
        this.clock = clock;
        this.time = ContainedClock.of(config.name(), clock);
        this.ledger = new Ledger(time);
        this.events = new PoolEvents(config.name(), listener);
        this.runner = new TaskRunner(config, time, ledger, events, admission, this);
        TaskQueue queue =
                config.queue().order() == QueueOrder.FIFO ? new RingQueue() : new AdaptiveQueue(config.queue(), time);
        this.backlog = new Backlog(time, ledger, admission, queue, runner, this, this::lookAgain);
        this.crew = new Crew(config, admission, backlog, threads, this::newWorker);
        this.virtual = config.kind() == PoolKind.VIRTUAL;
        if (virtual) {
            ledger.workers(config.maxThreads(), time.nanoTime());
        }
    }

    private CrewMember newWorker() {
        return new Worker(crew, backlog, runner, ledger, clock, time);
    }

    private void lookAgain() {
        crew.lookAgain();
    }

    @Override
    public void execute(Runnable task) {
        enqueue(task);
        crew.call();
        backlog.dropIfTimeIsUp();
    }

    @Override
    public void executeAll(Iterable<? extends Runnable> tasks) {
        int uncalled = 0;
        try {
            for (Runnable task : tasks) {
                enqueue(task);
                if (++uncalled == MOST_UNCALLED) {
                    uncalled = 0;
                    crew.call(MOST_UNCALLED);
                }
            }
        } finally {
            crew.call(uncalled);
            backlog.dropIfTimeIsUp();
        }
    }

    private void enqueue(Runnable task) {
        Objects.requireNonNull(task, "task");
        QueuedCall<?> call = Backlog.callIn(task);
        if (call != null) {
            call.requireNew();
        }
        PoolConfig now = crew.config();
        int before = admission.enter(Admission.bound(now));
        if (before < 0) {
            throw rejected(now, before == Admission.REJECTED_SHUT);
        }
        backlog.add(task, call, Math.max(0, before - now.maxThreads()));
    }

    private PoolRejectedException rejected(PoolConfig now, boolean shut) {
        PoolRejectedException e = admission.rejection(now, shut);
        ledger.rejected(e.reason());
        events.rejected(e);
        return e;
    }

    @Override
    public ExecutorService asExecutorService() {
        return new PoolExecutorService(this, this);
    }

    @Override
    public PoolConfig config() {
        return crew.config();
    }

    @Override
    public NanoClock clock() {
        return clock;
    }

    @Override
    public LedgerSnapshot snapshot() {
        return ledger.snapshot(config(), crew::cpuNanos);
    }

    @Override
    public void resize(int coreThreads, int maxThreads, int queueCapacity) {
        PoolConfig before;
        PoolConfig after;
        synchronized (this) {
            before = config();
            after = before.resized(coreThreads, maxThreads, queueCapacity);
            if (virtual) {
                ledger.workers(after.maxThreads() - before.maxThreads(), time.nanoTime());
            }
            crew.resize(after);
        }
        events.resized(before, after);
    }

    @Override
    public boolean stop(Duration drain) {
        long drainNanos = TimeUnit.NANOSECONDS.convert(drain);
        shut();
        boolean interrupted = false;
        try {
            if (crew.awaitTerminated(drainNanos, TimeUnit.NANOSECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        backlog.startDropping();
        if (!backlog.isEmpty()) {
            interrupted |= dropQueuedInTime();
        }
        crew.interruptAll();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return isTerminated();
    }

    /**
     * Tells queued tasks that they are dropped, on a thread of its own, since one of them may never return from that. Waits
     * for that thread for a while, and returns whether the calling thread was interrupted meanwhile.
     */
    private boolean dropQueuedInTime() {
        Thread dropper = new Thread(null, backlog::dropIfTimeIsUp, config().name() + "-drop", 0, false);
        dropper.setDaemon(true);
        try {
            dropper.start();
        } catch (Throwable e) {
            LOG.warn(config().name(), "no thread to drop tasks, the one that stops does it", e);
            backlog.dropIfTimeIsUp();
            return false;
        }
        try {
            dropper.join(DROP_MILLIS);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    @Override
    public void shut() {
        admission.shut();
        crew.endIdle();
    }

    @Override
    public boolean isShut() {
        return admission.isShut();
    }

    @Override
    public List<Runnable> stopNow() {
        shut();
        List<Runnable> waited = backlog.takeAllBack();
        backlog.startDropping();
        backlog.dropIfTimeIsUp();
        crew.interruptAll();
        return waited;
    }

    @Override
    public boolean awaitTerminated(long timeout, TimeUnit unit) throws InterruptedException {
        return crew.awaitTerminated(timeout, unit);
    }

    @Override
    public boolean isTerminated() {
        return crew.isTerminated();
    }

    @Override
    public boolean isDropping() {
        return backlog.isDropping();
    }

    @Override
    public void emptied() {
        crew.endIdle();
    }

    @Override
    public String toString() {
        return "pool " + config().name() + " (" + config().spec() + ")";
    }
}
