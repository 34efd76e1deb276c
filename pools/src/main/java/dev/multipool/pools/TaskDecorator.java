package dev.multipool.pools;

/**
 * Puts something around every task of a pool, for what has to travel from the thread that submits to the one that runs: a
 * trace, the context of a log. {@link MeasuredPool#decorated} makes a pool with it; a pool without one pays nothing.
 *
 * <p><b>Threads:</b> called by the thread that submits, which it must not block.
 */
@FunctionalInterface
public interface TaskDecorator {

    /**
     * Returns what the pool gets in place of the task: the task itself to leave it as it is, else something that runs it,
     * most easily a {@link DecoratedTask}. What it throws reaches the submitter, and the pool never hears of the task.
     */
    Runnable decorate(MeasuredPool pool, Runnable task);

    /** The pool did not take what {@link #decorate} returned; the submitter is told next. Must not throw. */
    default void rejected(Runnable decorated, PoolRejectedException reason) {}
}
