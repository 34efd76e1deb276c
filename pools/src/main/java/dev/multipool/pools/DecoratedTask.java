package dev.multipool.pools;

import dev.multipool.pools.internal.NotRunNotice;
import dev.multipool.pools.internal.StandIn;
import java.util.Objects;

/**
 * A task around another one, which hears of everything that the pool tells: for {@link TaskDecorator}s, which override
 * {@link #run} and call {@code super.run()} in it. A plain {@code Runnable} is only run; one that is a
 * {@code Future} is cancelled when it isn't.
 */
public class DecoratedTask implements PoolTask {

    private final Runnable task;

    /** Makes a task that does what the given one does. */
    protected DecoratedTask(Runnable task) {
        this.task = Objects.requireNonNull(task, "task");
    }

    /** Returns the task inside, as it was submitted. */
    public final Runnable task() {
        return task instanceof DecoratedTask inner && inner instanceof StandIn ? inner.task : task;
    }

    @Override
    public void run() {
        task.run();
    }

    @Override
    public long deadlineNanos() {
        return task instanceof PoolTask inner ? inner.deadlineNanos() : NO_DEADLINE;
    }

    @Override
    public boolean isCancelled() {
        return task instanceof PoolTask inner && inner.isCancelled();
    }

    @Override
    public void notRun(NotRunReason reason) {
        NotRunNotice.give(task, reason);
    }

    @Override
    public void left() {
        if (task instanceof PoolTask inner) {
            inner.left();
        }
    }

    @Override
    public TaskOutcome outcome() {
        return task instanceof PoolTask inner ? inner.outcome() : TaskOutcome.COMPLETED;
    }

    @Override
    public String toString() {
        return task.toString();
    }
}
