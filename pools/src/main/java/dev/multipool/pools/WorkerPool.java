package dev.multipool.pools;

import dev.multipool.pools.TaskContext.JoinWait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A pool whose tasks pass through a queue to workers: every kind but {@code direct}. */
final class WorkerPool implements StoppablePool, TaskRunner.Owner {

    /*
     * Admission decides, the rest follows. A task is accepted exactly if fewer tasks are in flight than threads and
     * queue slots exist; that is one compare-and-set, so a task is never rejected while a thread is idle, whatever the
     * threads are doing at that instant. Every accepted task goes into the queue, whose length admission bounds, and
     * the crew sees to it that a worker takes it.
     *
     * A served task gives its place back before anybody hears that it ended, so a caller that waits for one task before
     * it submits the next is not rejected on account of the first. Its thread is free only when all who waited have been
     * told. A task that takes the place meanwhile gets another thread if the pool may have one more. If not, it is queued
     * until the telling is over, also where no queue is configured.
     *
     * A call that is cancelled in the queue gives its place back at once. The queue still holds it, and whoever polls it
     * throws it away. When most are of that kind, the queue is purged. One compare-and-set in the call decides whether the
     * canceller or a worker has it.
     *
     * Stopping shuts the door in the same word that counts, so every task is either rejected or will be seen by those
     * that drain. When time is up, whoever queues after that looks at `dropping` after having queued, and the stopper
     * empties the queue after having set it: a task between the two is dropped by one of them.
     */

    private static final ThrownLog LOG = new ThrownLog(WorkerPool.class);
    /** How long a stop waits for dropped tasks that do not return from being told so. */
    private static final long DROP_MILLIS = 500;
    /** So many cancelled calls at least are in the queue before it is rid of them all at once. */
    private static final int MOST_ABANDONED = 64;

    private final NanoClock clock;
    private final NanoClock time;
    private final Ledger ledger;
    private final PoolEvents events;
    private final TaskRunner runner;
    private final TaskQueue queue;
    private final Admission admission = new Admission();
    private final Crew crew;
    /** Calls that were cancelled in the queue, and are still in it. */
    private final AtomicInteger abandoned = new AtomicInteger();

    private final AtomicBoolean purging = new AtomicBoolean();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile PoolConfig config;
    private volatile boolean dropping;

    WorkerPool(PoolConfig config, NanoClock clock, PoolListener listener) {
        this(
                config,
                clock,
                listener,
                config.kind() == PoolKind.VIRTUAL
                        ? VirtualThreads.factory(config.name())
                        : PoolThreads.platform(config.name()));
    }

    WorkerPool(PoolConfig config, NanoClock clock, PoolListener listener, ThreadFactory threads) {
        this.config = config;
        this.clock = clock;
        this.time = ContainedClock.of(config.name(), clock);
        this.ledger = new Ledger(time);
        this.events = new PoolEvents(config.name(), listener);
        this.runner = new TaskRunner(config, time, ledger, events, admission, this);
        this.queue =
                config.queue().order() == QueueOrder.FIFO ? new RingQueue() : new AdaptiveQueue(config.queue(), time);
        this.crew = new Crew(this, time, queue, admission, ledger, threads);
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        PoolCall<?> call = callIn(task);
        if (call != null) {
            call.requireNew();
        }
        PoolConfig now = config;
        int before = admission.enter(now.bound());
        if (before < 0) {
            throw rejected(now, before == Admission.REJECTED_SHUT);
        }
        queue(task, call, Math.max(0, before - now.maxThreads()));
        crew.call();
        if (dropping) {
            dropQueued();
        }
    }

    private void queue(Runnable task, @Nullable PoolCall<?> call, int depth) {
        long enqueuedNanos = time.nanoTime();
        boolean arrived = false;
        boolean queued = false;
        try {
            ledger.arrived(enqueuedNanos, depth);
            arrived = true;
            if (call != null) {
                call.queued(this, task, enqueuedNanos);
            }
            queue.offer(task, enqueuedNanos);
            queued = true;
        } finally {
            // no memory for a longer queue: the submitter is told, so the task is not
            if (!queued && call != null && !call.unqueued()) {
                abandoned.decrementAndGet();
            } else if (!queued) {
                turnAway(arrived, enqueuedNanos);
            }
        }
    }

    private void turnAway(boolean arrived, long enqueuedNanos) {
        if (arrived) {
            ledger.notRun(NotRunReason.DROPPED, enqueuedNanos, enqueuedNanos);
        }
        if (admission.leave()) {
            emptied();
        }
    }

    private static @Nullable PoolCall<?> callIn(Runnable task) {
        return DecoratedTask.inside(task) instanceof PoolCall<?> call ? call : null;
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
        return ledger.snapshot(config, crew::cpuNanos);
    }

    @Override
    public void resize(int coreThreads, int maxThreads, int queueCapacity) {
        PoolConfig before;
        PoolConfig after;
        synchronized (this) {
            before = config;
            after = before.resized(coreThreads, maxThreads, queueCapacity);
            config = after;
            crew.resized(before, after);
        }
        events.resized(before, after);
    }

    @Override
    public boolean stop(Duration drain) {
        long drainNanos = TimeUnit.NANOSECONDS.convert(drain);
        shut();
        boolean interrupted = false;
        try {
            if (terminated.await(drainNanos, TimeUnit.NANOSECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        dropping = true;
        if (!queue.isEmpty()) {
            interrupted |= dropQueuedInTime();
        }
        crew.interruptAll();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return isTerminated();
    }

    @Override
    public void shut() {
        admission.shut();
        crew.wakeAll();
        endIfDone();
    }

    @Override
    public boolean isShut() {
        return admission.isShut();
    }

    @Override
    public List<Runnable> stopNow() {
        shut();
        List<Runnable> waited = new ArrayList<>();
        TaskSlot slot = new TaskSlot();
        while (queue.poll(slot)) {
            Runnable task = Objects.requireNonNull(slot.task);
            if (TaskRunner.wantsToKnow(task)) {
                drop(slot);
            } else {
                waited.add(runner.takeBack(task, slot.enqueuedNanos, time.nanoTime()));
            }
        }
        dropping = true;
        dropQueued();
        crew.interruptAll();
        return waited;
    }

    @Override
    public boolean awaitTerminated(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }

    /**
     * Tells queued tasks that they are dropped on a thread of its own, since one of them may never return from that, and
     * waits for it for a while; returns whether the calling thread was interrupted meanwhile.
     */
    private boolean dropQueuedInTime() {
        Thread dropper = new Thread(null, this::dropQueued, config.name() + "-drop", 0, false);
        dropper.setDaemon(true);
        try {
            dropper.start();
        } catch (Throwable e) {
            LOG.warn(config.name(), "no thread to drop tasks, the one that stops does it", e);
            dropQueued();
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
    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    @Override
    public String toString() {
        return "pool " + config.name() + " (" + config.spec() + ")";
    }

    /** The joins that the pool's threads wait in now. */
    Set<JoinWait> joinWaits() {
        return crew.joinWaits();
    }

    TaskContext newContext() {
        return new TaskContext(config.name(), ledger, clock, time);
    }

    /** Serves the task in the slot, on a worker's thread, and returns when it ended. */
    long serve(TaskSlot slot, TaskContext context, long startNanos) {
        if (dropping) {
            drop(slot);
        } else if (take(slot)) {
            return runner.serve(slot, context, startNanos);
        }
        return startNanos;
    }

    /** Makes the task in the slot, which was polled, the caller's; empties the slot and returns false when it has left already. */
    private boolean take(TaskSlot slot) {
        PoolCall<?> call = callIn(Objects.requireNonNull(slot.task));
        boolean taken = call == null || call.take();
        if (!taken) {
            slot.task = null;
            abandoned.decrementAndGet();
        }
        return taken;
    }

    /** A call was cancelled while it was queued: it leaves now, though the queue holds it until somebody comes across it. */
    void abandon(Runnable task, long enqueuedNanos) {
        runner.skip(task, NotRunReason.CANCELLED, enqueuedNanos, time.nanoTime());
        int held = abandoned.incrementAndGet();
        if (held >= MOST_ABANDONED && held > admission.inFlight() && purging.compareAndSet(false, true)) {
            try {
                abandoned.addAndGet(-queue.purge(WorkerPool::isAbandoned));
            } finally {
                purging.set(false);
            }
            // whoever looked meanwhile may have found the queue empty, and gone to sleep
            crew.lookAgain();
            if (dropping) {
                dropQueued();
            }
        }
    }

    private static boolean isAbandoned(Runnable task) {
        PoolCall<?> call = callIn(task);
        return call != null && call.isAbandoned();
    }

    /** Terminates the pool if it is stopped, empty, and has no thread. */
    void endIfDone() {
        if (admission.isOver() && crew.isEmpty()) {
            terminated.countDown();
        }
    }

    private void dropQueued() {
        skipQueued(NotRunReason.DROPPED);
    }

    /** Tells each queued task that it is not run. */
    void skipQueued(NotRunReason reason) {
        TaskSlot slot = new TaskSlot();
        while (queue.poll(slot)) {
            skip(slot, reason);
        }
    }

    /**
     * Ends the queued tasks whose time is over; the others wait on, perhaps in another order. Workers do this otherwise: it
     * is for a pool that has none.
     */
    void expireQueued() {
        TaskSlot[] slots = new TaskSlot[admission.inFlight()];
        Arrays.setAll(slots, i -> new TaskSlot());
        int polled = 0;
        while (polled < slots.length && queue.poll(slots[polled])) {
            polled++;
        }
        for (int i = 0; i < polled; i++) {
            Runnable task = Objects.requireNonNull(slots[i].task);
            if (!skipIfOver(task, slots[i])) {
                queue.putBack(task, slots[i].enqueuedNanos);
            }
        }
        if (dropping) {
            dropQueued();
        }
    }

    private boolean skipIfOver(Runnable task, TaskSlot slot) {
        long now = time.nanoTime();
        NotRunReason reason = runner.notRunReason(task, slot, now);
        if (reason == null) {
            return false;
        }
        if (take(slot)) {
            runner.skip(task, reason, slot.enqueuedNanos, now);
        }
        return true;
    }

    @Override
    public boolean isDropping() {
        return dropping;
    }

    @Override
    public void emptied() {
        crew.wakeAll();
        endIfDone();
    }

    /** Tells a task that was polled that it is not run. */
    void drop(TaskSlot slot) {
        skip(slot, NotRunReason.DROPPED);
    }

    private void skip(TaskSlot slot, NotRunReason reason) {
        if (take(slot)) {
            Runnable task = Objects.requireNonNull(slot.task);
            slot.task = null;
            runner.skip(task, reason, slot.enqueuedNanos, time.nanoTime());
        }
    }

    private PoolRejectedException rejected(PoolConfig now, boolean shut) {
        PoolRejectedException e = admission.rejection(now, shut);
        ledger.rejected(e.reason());
        events.rejected(e);
        return e;
    }
}
