package dev.multipool.pools;

import dev.multipool.pools.TaskContext.JoinWait;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A pool whose tasks pass through a queue to workers: every kind but {@code direct}. */
final class WorkerPool implements MeasuredPool {

    /*
     * Admission decides, the rest follows. A task is accepted exactly if fewer tasks are in flight than threads and
     * queue slots exist; that is one compare-and-set, so a task is never rejected while a thread is idle, whatever the
     * threads are doing at that instant. Every accepted task goes into the queue, whose length admission bounds, and
     * the crew sees to it that a worker takes it.
     *
     * A served task gives its place back before anybody hears that it ended, so a caller that waits for one task before
     * it submits the next is not rejected on account of the first. Until its worker is done with the telling, a task
     * that takes the place is queued, for microseconds, also where no queue is configured.
     *
     * Stopping shuts the door in the same word that counts, so every task is either rejected or will be seen by those
     * that drain. When time is up, whoever queues after that looks at `dropping` after having queued, and the stopper
     * empties the queue after having set it: a task between the two is dropped by one of them.
     */

    private final NanoClock clock;
    private final Ledger ledger;
    private final PoolEvents events;
    private final TaskRunner runner;
    private final TaskQueue queue;
    private final Admission admission = new Admission();
    private final Crew crew;
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile PoolConfig config;
    private volatile boolean dropping;

    WorkerPool(PoolConfig config, NanoClock clock, PoolListener listener) {
        this.config = config;
        this.clock = clock;
        this.ledger = new Ledger(clock);
        this.events = new PoolEvents(config.name(), listener);
        this.runner = new TaskRunner(config, clock, ledger, events, this::leave);
        this.queue =
                config.queue().order() == QueueOrder.FIFO ? new RingQueue() : new AdaptiveQueue(config.queue(), clock);
        this.crew = new Crew(this, queue, admission, ledger);
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        PoolConfig now = config;
        int before = admission.enter(now.bound());
        if (before < 0) {
            throw rejected(now, before == Admission.REJECTED_SHUT);
        }
        long enqueuedNanos = clock.nanoTime();
        ledger.arrived(enqueuedNanos, Math.max(0, before - now.maxThreads()));
        queue.offer(task, enqueuedNanos);
        crew.call();
        if (dropping) {
            dropQueued();
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
        return ledger.snapshot(config, crew::cpuNanos);
    }

    @Override
    public synchronized void resize(int coreThreads, int maxThreads, int queueCapacity) {
        PoolConfig before = config;
        PoolConfig after = before.resized(coreThreads, maxThreads, queueCapacity);
        config = after;
        crew.resized(before, after);
        events.resized(before, after);
    }

    @Override
    public boolean stop(Duration drain) {
        admission.shut();
        crew.wakeAll();
        endIfDone();
        boolean interrupted = false;
        try {
            if (terminated.await(drain.toNanos(), TimeUnit.NANOSECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        dropping = true;
        dropQueued();
        crew.interruptAll();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return isTerminated();
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
        return runner.newContext();
    }

    /** Serves the task in the slot, on a worker's thread, and returns when it ended. */
    long serve(TaskSlot slot, TaskContext context, long startNanos) {
        long endNanos = startNanos;
        Runnable task = Objects.requireNonNull(slot.task);
        slot.task = null;
        if (dropping) {
            runner.skip(task, NotRunReason.DROPPED, slot.enqueuedNanos, startNanos);
            leave();
        } else {
            endNanos = runner.serve(task, slot, context, startNanos);
            // the task's interrupt is not the next task's business, unless all are to end
            if (Thread.interrupted() && dropping) {
                Thread.currentThread().interrupt();
            }
        }
        return endNanos;
    }

    /** Terminates the pool if it is stopped, empty, and has no thread. */
    void endIfDone() {
        if (admission.isShut() && admission.inFlight() == 0 && crew.isEmpty()) {
            terminated.countDown();
        }
    }

    private void dropQueued() {
        TaskSlot slot = new TaskSlot();
        while (queue.poll(slot)) {
            runner.skip(Objects.requireNonNull(slot.task), NotRunReason.DROPPED, slot.enqueuedNanos, clock.nanoTime());
            leave();
        }
    }

    private void leave() {
        if (admission.leave()) {
            crew.wakeAll();
            endIfDone();
        }
    }

    private PoolRejectedException rejected(PoolConfig now, boolean shut) {
        PoolRejectedException e = admission.rejection(now, shut);
        ledger.rejected(e.reason());
        events.rejected(e);
        return e;
    }
}
