package dev.multipool.pools;

/**
 * Puts something around every task of a pool, for what has to travel from the thread that submits to the one that runs: a
 * trace, the context of a log. {@code Pools.decorate} makes a pool with it; a pool without one pays nothing.
 *
 * <p><b>Threads:</b> called by the thread that submits, which it must not block.
 */
@FunctionalInterface
public interface TaskDecorator {

    /**
     * Returns what the pool runs in place of the task: the given task itself to leave it as it is, else something that runs
     * it, such as a {@link DecoratedTask} or a plain {@code Runnable}. What this method throws reaches the submitter, and the
     * pool never hears of the task.
     *
     * <p>The task that was submitted hears of its end in any case. If what is returned ends without having run it, the task
     * is told {@link NotRunReason#SKIPPED}, so a future is done also then.
     *
     * @param task stands for the one that was submitted, which is inside: {@link DecoratedTask#task()}
     */
    Runnable decorate(MeasuredPool pool, Runnable task);

    /**
     * The pool did not take what {@link #decorate} returned; the submitter is told next. What it throws is logged and
     * otherwise ignored.
     */
    default void rejected(Runnable decorated, PoolRejectedException reason) {}
}
