package dev.multipool.pools.internal;

import dev.multipool.pools.DecoratedTask;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolTask;
import dev.multipool.pools.TaskOutcome;

/** What a pool gets in place of a submitted task: runs what the decorator made of it, and tells both of its end. */
public final class Decoration extends DecoratedTask {

    private final Runnable decorated;
    private final SubmittedTask submitted;

    Decoration(Runnable decorated, SubmittedTask submitted) {
        super(submitted);
        this.decorated = decorated;
        this.submitted = submitted;
    }

    /** The task that was submitted: the given one, or what is inside when it is decorated. */
    public static Runnable inside(Runnable task) {
        Runnable inner = task;
        while (inner instanceof DecoratedTask decorated) {
            inner = decorated.task();
        }
        return inner;
    }

    @Override
    public void run() {
        decorated.run();
    }

    @Override
    public long deadlineNanos() {
        return decorated instanceof PoolTask task ? task.deadlineNanos() : super.deadlineNanos();
    }

    @Override
    public boolean isCancelled() {
        return decorated instanceof PoolTask task ? task.isCancelled() : super.isCancelled();
    }

    @Override
    public TaskOutcome outcome() {
        return decorated instanceof PoolTask task ? task.outcome() : super.outcome();
    }

    @Override
    public void notRun(NotRunReason reason) {
        try {
            NotRunNotice.give(decorated, reason);
        } finally {
            submitted.notRun(reason);
        }
    }

    @Override
    public void left() {
        try {
            if (decorated instanceof PoolTask task) {
                task.left();
            }
        } finally {
            submitted.settle();
        }
    }

    /** The submitted task goes back to whoever stops the pool, so it hears nothing; what the decorator made of it does. */
    void takeBack() {
        submitted.forget();
        NotRunNotice.give(decorated, NotRunReason.DROPPED);
    }
}
