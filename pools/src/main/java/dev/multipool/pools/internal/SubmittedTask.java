package dev.multipool.pools.internal;

import dev.multipool.pools.DecoratedTask;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.TaskOutcome;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * The task that was submitted, as a decorator gets it. Whatever the decorator makes of it, the task hears of its end: it
 * is run once, or told once why not, and told once that it has left.
 */
final class SubmittedTask extends DecoratedTask implements StandIn {

    private static final AtomicIntegerFieldUpdater<SubmittedTask> STAGE =
            AtomicIntegerFieldUpdater.newUpdater(SubmittedTask.class, "stage");
    private static final int OFFERED = 0;
    private static final int BEGUN = 1;
    private static final int OVER = 2;

    private volatile int stage;

    SubmittedTask(Runnable task) {
        super(task);
    }

    @Override
    public void run() {
        if (STAGE.compareAndSet(this, OFFERED, BEGUN)) {
            super.run();
        }
    }

    @Override
    public void notRun(NotRunReason reason) {
        if (STAGE.compareAndSet(this, OFFERED, OVER)) {
            super.notRun(reason);
        }
    }

    @Override
    public void left() {
        if (STAGE.compareAndSet(this, BEGUN, OVER)) {
            super.left();
        }
    }

    @Override
    public TaskOutcome outcome() {
        return stage == OFFERED ? TaskOutcome.FAILED : super.outcome();
    }

    /** The pool is done with the task: whatever it has not heard yet, it hears now. */
    void settle() {
        left();
        notRun(NotRunReason.SKIPPED);
    }

    /** From now on the task hears nothing through this stand-in. */
    void forget() {
        stage = OVER;
    }
}
