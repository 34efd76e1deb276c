package dev.multipool.pools;

/**
 * A task with a deadline that wants to hear when it isn't run.
 *
 * <p>A pool that accepted the task calls exactly one of {@link #run()} and {@link #notRun}, once. Whatever any method here
 * throws, errors too, is logged and costs this task only: it counts as a failure when {@code run} or {@code outcome} throws.
 *
 * <p><b>Threads:</b> {@code run} is called by a thread of the pool. {@code notRun} must not block. It is called by
 * a thread of the pool, by one that stops the pool, or by one that submits meanwhile. A {@link PoolCall} that is cancelled in
 * the queue hears of it from the thread that cancels.
 *
 * <p><b>Units:</b> the deadline is a reading of the pool's {@link NanoClock}.
 */
public interface PoolTask extends Runnable {

    /** The deadline of a task that has none. */
    long NO_DEADLINE = Long.MAX_VALUE;

    /**
     * Returns the reading of the pool's clock after which running the task is pointless, or {@link #NO_DEADLINE}. Asked
     * once, before the task is run; a task that has been running when its deadline passes is not stopped.
     */
    default long deadlineNanos() {
        return NO_DEADLINE;
    }

    /** Returns whether the owner has cancelled the task; a queued task that is cancelled is not run. */
    default boolean isCancelled() {
        return false;
    }

    /** Tells the task, once, that it was accepted but will never run. */
    void notRun(NotRunReason reason);

    /**
     * Tells the task, once, that {@link #run()} has ended, that its end is in the ledger, and that its place in the pool is
     * free. The time to tell others of the end: who hears of it here and submits at once finds the place, also in a pool
     * without a queue. It runs on the task's thread, without the task's deadline and interrupt, and its time is part of the
     * service. It should not block: the thread isn't free before it returns. A task that takes the place meanwhile gets
     * another thread if the pool may have one more, and else waits for this one.
     */
    default void left() {}

    /**
     * Returns how the task ended after {@link #run()} returned normally; for tasks that catch their own failures and
     * still want them counted.
     */
    default TaskOutcome outcome() {
        return TaskOutcome.COMPLETED;
    }
}
