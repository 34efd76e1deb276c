package dev.multipool.pools.internal.worker;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.internal.Admission;
import dev.multipool.pools.internal.Decoration;
import dev.multipool.pools.internal.TaskRunner;
import dev.multipool.pools.internal.ledger.Ledger;
import dev.multipool.pools.internal.queue.TaskQueue;
import dev.multipool.pools.internal.queue.TaskSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The accepted tasks of a pool that wait for a worker, and the end of those that no worker will serve. */
final class Backlog implements QueuedCall.Queue {

    /*
     * A call that is cancelled in the queue gives its place back at once. The queue still holds it, and whoever polls it
     * throws it away. When most are of that kind, the queue is purged. One compare-and-set in the call decides whether the
     * canceller or a worker has it.
     *
     * When the time to drain a stopped pool is up, the stopper first sets `dropping`, then empties the queue. A submitter
     * first queues, then looks at `dropping`. So a task that comes in between is dropped by one of the two.
     */

    /** So many cancelled calls at least are in the queue before it is rid of them all at once. */
    private static final int MOST_ABANDONED = 64;

    private final NanoClock time;
    private final Ledger ledger;
    private final Admission admission;
    private final TaskQueue queue;
    private final TaskRunner runner;
    private final TaskRunner.Owner owner;
    private final Runnable afterPurge;
    /** Calls that were cancelled in the queue, and are still in it. */
    private final AtomicInteger abandoned = new AtomicInteger();

    private final AtomicBoolean purging = new AtomicBoolean();
    private volatile boolean dropping;

    /**
     * Makes an empty backlog.
     *
     * @param afterPurge whoever looked at the queue during a purge may have seen it empty: lets the workers look again
     */
    Backlog(
            NanoClock time,
            Ledger ledger,
            Admission admission,
            TaskQueue queue,
            TaskRunner runner,
            TaskRunner.Owner owner,
            Runnable afterPurge) {
        this.time = time;
        this.ledger = ledger;
        this.admission = admission;
        this.queue = queue;
        this.runner = runner;
        this.owner = owner;
        this.afterPurge = afterPurge;
    }

    /** The call that the task is, or that it decorates, or null. */
    static @Nullable QueuedCall<?> callIn(Runnable task) {
        return Decoration.inside(task) instanceof QueuedCall<?> call ? call : null;
    }

    /**
     * Queues a task that was let in.
     *
     * @param call what {@link #callIn} says of the task
     * @param depth how many others were queued when it was let in
     */
    void add(Runnable task, @Nullable QueuedCall<?> call, int depth) {
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
            owner.emptied();
        }
    }

    /** Moves the next task into the slot, or returns false when there is none yet. */
    boolean poll(TaskSlot slot) {
        return queue.poll(slot);
    }

    /** Returns false when a task that was added has not been polled. */
    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Makes the task in the slot, which was polled, the caller's; empties the slot and returns false when it has left already. */
    boolean take(TaskSlot slot) {
        QueuedCall<?> call = callIn(Objects.requireNonNull(slot.task));
        boolean taken = call == null || call.take();
        if (!taken) {
            slot.task = null;
            abandoned.decrementAndGet();
        }
        return taken;
    }

    @Override
    public void abandon(Runnable task, long enqueuedNanos) {
        runner.skip(task, NotRunReason.CANCELLED, enqueuedNanos, time.nanoTime());
        int held = abandoned.incrementAndGet();
        if (held >= MOST_ABANDONED && held > admission.inFlight() && purging.compareAndSet(false, true)) {
            try {
                abandoned.addAndGet(-queue.purge(Backlog::isAbandoned));
            } finally {
                purging.set(false);
            }
            afterPurge.run();
            dropIfTimeIsUp();
        }
    }

    private static boolean isAbandoned(Runnable task) {
        QueuedCall<?> call = callIn(task);
        return call != null && call.isAbandoned();
    }

    /** The time to drain the pool is up: from now on whoever comes across a queued task drops it. */
    void startDropping() {
        dropping = true;
    }

    /** Whether queued tasks are dropped, and not served. */
    boolean isDropping() {
        return dropping;
    }

    /** Drops all queued tasks if the time to drain the pool is up. */
    void dropIfTimeIsUp() {
        if (dropping) {
            skipAll(NotRunReason.DROPPED);
        }
    }

    /** Tells the task in the slot, which was polled, that it is not run. */
    void skip(TaskSlot slot, NotRunReason reason) {
        if (take(slot)) {
            Runnable task = Objects.requireNonNull(slot.task);
            slot.task = null;
            runner.skip(task, reason, slot.enqueuedNanos, time.nanoTime());
        }
    }

    /** Tells each queued task that it is not run. */
    void skipAll(NotRunReason reason) {
        TaskSlot slot = new TaskSlot();
        while (queue.poll(slot)) {
            skip(slot, reason);
        }
    }

    /** Empties the queue: tasks that want to know are told that they are dropped; returns the others, as they were submitted. */
    List<Runnable> takeAllBack() {
        List<Runnable> plain = new ArrayList<>();
        TaskSlot slot = new TaskSlot();
        while (queue.poll(slot)) {
            Runnable task = Objects.requireNonNull(slot.task);
            if (TaskRunner.wantsToKnow(task)) {
                skip(slot, NotRunReason.DROPPED);
            } else {
                plain.add(runner.takeBack(task, slot.enqueuedNanos, time.nanoTime()));
            }
        }
        return plain;
    }

    /**
     * Ends the queued tasks whose time is over; the others wait on, perhaps in another order. Workers do this otherwise: it
     * is for a pool that has none.
     */
    void expire() {
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
        dropIfTimeIsUp();
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
}
