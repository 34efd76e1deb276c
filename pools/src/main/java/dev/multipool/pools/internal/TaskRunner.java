package dev.multipool.pools.internal;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.PoolTask;
import dev.multipool.pools.TaskOutcome;
import dev.multipool.pools.internal.ledger.Ledger;
import dev.multipool.pools.internal.queue.TaskSlot;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Serves accepted tasks on the current thread and writes down what became of them; the same for every kind of pool. */
public final class TaskRunner {

    /*
     * A task ends in this order: (1) its end is written into the ledger, (2) its place is free, (3) it is told, and runs
     * whatever waits for it, (4) its thread is free. So whoever hears of the end finds it in a snapshot and finds a place
     * for the next task. No task counts on a thread that is still telling of the last one.
     *
     * Tasks, listeners and clocks are somebody else's code and may throw anything at any time. Each call into them is
     * contained by itself, and (4) is in a finally block, so whatever happens costs its own task only.
     */

    /** The pool whose tasks are served. */
    public interface Owner {

        /** Whether what runs is to end soon: a task's interrupt is then for those that it tells too. */
        boolean isDropping();

        /** The pool is stopped and its last task has left. Must not throw. */
        void emptied();
    }

    private static final ThrownLog LOG = new ThrownLog(TaskRunner.class);

    private final String poolName;
    private final boolean ownThreads;
    private final NanoClock time;
    private final Ledger ledger;
    private final PoolEvents events;
    private final Admission admission;
    private final Owner owner;
    private final long queueTimeoutNanos;
    private final long slowTaskNanos;

    public TaskRunner(
            PoolConfig config, NanoClock time, Ledger ledger, PoolEvents events, Admission admission, Owner owner) {
        this.poolName = config.name();
        this.ownThreads = config.kind() != PoolKind.DIRECT;
        this.time = time;
        this.ledger = ledger;
        this.events = events;
        this.admission = admission;
        this.owner = owner;
        this.queueTimeoutNanos = config.queueTimeout().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        this.slowTaskNanos = config.slowTask().toNanos();
    }

    /**
     * Runs the task in the slot, or tells it why not, gives its place and its thread back, and returns when the thread was
     * free. Never throws.
     */
    public long serve(TaskSlot slot, TaskContext context, long startNanos) {
        Runnable task = Objects.requireNonNull(slot.task);
        slot.task = null;
        NotRunReason reason = notRunReason(task, slot, startNanos);
        if (reason == null) {
            return run(task, slot, context, startNanos);
        }
        skip(task, reason, slot.enqueuedNanos, startNanos);
        giveBackInterrupt(false);
        return time.nanoTime();
    }

    /** Tells the task that it isn't run, and gives its place back. Never throws. */
    public void skip(Runnable task, NotRunReason reason, long enqueuedNanos, long now) {
        ledger.notRun(reason, enqueuedNanos, now);
        admission.freePlace();
        try {
            events.notRun(reason, now - enqueuedNanos);
            NotRunNotice.give(task, reason);
        } catch (Throwable e) {
            LOG.warn(poolName, "a task threw when told that it is not run", e);
        } finally {
            freeThread();
        }
    }

    /** Whether the task that was submitted must be told its end, and can't just be given back. */
    public static boolean wantsToKnow(Runnable task) {
        return task instanceof Decoration decoration ? wantsToKnow(decoration.task()) : task instanceof PoolTask;
    }

    /** Gives a plain task back to whoever stops the pool: returns it as it was submitted, and tells what decorates it. */
    public Runnable takeBack(Runnable task, long enqueuedNanos, long now) {
        Runnable submitted = task;
        while (submitted instanceof Decoration decoration) {
            try {
                decoration.takeBack();
            } catch (Throwable e) {
                LOG.warn(poolName, "a decorated task threw when told that it is not run", e);
            }
            submitted = decoration.task();
        }
        skip(TaskRunner::nobody, NotRunReason.DROPPED, enqueuedNanos, now);
        return submitted;
    }

    /** Stands for a task that must not be told. */
    private static void nobody() {}

    private long run(Runnable task, TaskSlot slot, TaskContext context, long startNanos) {
        PoolTask told = task instanceof PoolTask poolTask ? poolTask : null;
        boolean placeIsFree = false;
        try {
            ledger.started(startNanos);
            context.taskStarts(slot.deadlineNanos);
            TaskOutcome outcome = outcome(task, told);
            boolean interrupted = takeInterrupt();
            context.taskEnded();
            long endNanos = time.nanoTime();
            ledger.ended(outcome, slot.enqueuedNanos, startNanos, endNanos, told != null);
            if (told != null) {
                admission.freePlace();
                placeIsFree = true;
                endNanos = tellLeft(told, context, endNanos);
            }
            report(task, outcome, startNanos - slot.enqueuedNanos, endNanos - startNanos);
            giveBackInterrupt(interrupted);
            return endNanos;
        } finally {
            if (placeIsFree) {
                freeThread();
            } else if (admission.leave()) {
                owner.emptied();
            }
        }
    }

    private TaskOutcome outcome(Runnable task, @Nullable PoolTask told) {
        try {
            task.run();
            TaskOutcome outcome = told == null ? TaskOutcome.COMPLETED : told.outcome();
            return Objects.requireNonNull(outcome, "outcome");
        } catch (Throwable e) {
            LOG.warn(poolName, "a task threw", e);
            return TaskOutcome.FAILED;
        }
    }

    /** Returns when the task was told; what it waits for meanwhile is charged to the pool, as in its service. */
    private long tellLeft(PoolTask task, TaskContext context, long endNanos) {
        try {
            task.left();
        } catch (Throwable e) {
            LOG.warn(poolName, "a task threw when told that it has left", e);
        }
        context.taskEnded();
        long toldNanos = time.nanoTime();
        ledger.told(endNanos, toldNanos);
        return toldNanos;
    }

    private void report(Runnable task, TaskOutcome outcome, long queueTimeNanos, long serviceTimeNanos) {
        events.ended(outcome, queueTimeNanos, serviceTimeNanos);
        if (serviceTimeNanos >= slowTaskNanos) {
            events.slow(task, outcome, queueTimeNanos, serviceTimeNanos);
        }
    }

    /** Clears the thread's interrupt, which was the task's, unless all are to end. */
    private boolean takeInterrupt() {
        boolean interrupted = Thread.interrupted();
        if (interrupted && owner.isDropping()) {
            Thread.currentThread().interrupt();
        }
        return interrupted;
    }

    /** The next task of a worker has nothing to do with an interrupt; a caller's thread may well have. */
    private void giveBackInterrupt(boolean interrupted) {
        if (ownThreads) {
            Thread.interrupted();
        } else if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void freeThread() {
        if (admission.freeThread()) {
            owner.emptied();
        }
    }

    /** Why the task in the slot is not to be run any more, or null; sets the slot's deadline. Never throws. */
    public @Nullable NotRunReason notRunReason(Runnable task, TaskSlot slot, long now) {
        slot.deadlineNanos = PoolTask.NO_DEADLINE;
        if (slot.shed || now - slot.enqueuedNanos > queueTimeoutNanos) {
            return NotRunReason.EXPIRED;
        }
        if (task instanceof PoolTask poolTask) {
            try {
                if (poolTask.isCancelled()) {
                    return NotRunReason.CANCELLED;
                }
                slot.deadlineNanos = poolTask.deadlineNanos();
            } catch (Throwable e) {
                LOG.warn(poolName, "a task threw when asked for its deadline; it is run", e);
            }
        }
        return slot.deadlineNanos != PoolTask.NO_DEADLINE && slot.deadlineNanos - now <= 0
                ? NotRunReason.EXPIRED
                : null;
    }
}
