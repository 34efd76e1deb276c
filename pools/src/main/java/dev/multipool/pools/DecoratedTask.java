package dev.multipool.pools;

import java.util.Objects;
import java.util.concurrent.Future;

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

    /** The task that was submitted: the given one, or what is inside when it is decorated. */
    static Runnable inside(Runnable task) {
        Runnable inner = task;
        while (inner instanceof DecoratedTask decorated) {
            inner = decorated.task;
        }
        return inner;
    }

    /** Returns the task inside, as it was submitted. */
    public final Runnable task() {
        return task instanceof DecoratedTask inner && inner.isStandIn() ? inner.task : task;
    }

    /** Whether this task stands for the one inside, so that nobody outside of the pool should see it. */
    boolean isStandIn() {
        return false;
    }

    /** Tells a task that it isn't run: one that wants to know, or a future, which would otherwise never be done. */
    static void tellNotRun(Runnable task, NotRunReason reason) {
        if (task instanceof PoolTask poolTask) {
            poolTask.notRun(reason);
        } else if (task instanceof Future<?> future) {
            future.cancel(false);
        }
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
        tellNotRun(task, reason);
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
