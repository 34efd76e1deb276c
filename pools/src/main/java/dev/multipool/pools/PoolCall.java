package dev.multipool.pools;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * A task with a result, as its submitter sees it.
 *
 * <p><b>Lifecycle:</b> done once: with the result, with what the work threw, cancelled, or with a {@link
 * TaskNotRunException} when it expired in the queue or was dropped. {@code cancel(true)} keeps a queued task from running
 * and interrupts a running one; the interrupt reaches no other task.
 */
public class PoolCall<T extends @Nullable Object> extends FutureTask<T> implements PoolTask {

    private final String poolName;
    private final long deadlineNanos;
    private volatile @Nullable Throwable failure;

    // what run() came to until the place is free; of the thread that runs the call only
    private @Nullable Runnable end;

    /**
     * Makes a call that is not submitted yet.
     *
     * @param poolName for messages
     * @param deadlineNanos reading of the pool's clock after which the call need not be run any more, or {@link
     *     PoolTask#NO_DEADLINE}
     */
    protected PoolCall(String poolName, Callable<T> work, long deadlineNanos) {
        super(work);
        this.poolName = poolName;
        this.deadlineNanos = deadlineNanos;
    }

    @Override
    public final long deadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public final void notRun(NotRunReason reason) {
        if (reason == NotRunReason.CANCELLED) {
            cancel(false);
        } else {
            setException(new TaskNotRunException(poolName, reason));
            left();
        }
    }

    @Override
    public final TaskOutcome outcome() {
        if (isCancelled()) {
            return TaskOutcome.CANCELLED;
        }
        return failure != null ? TaskOutcome.FAILED : TaskOutcome.COMPLETED;
    }

    /** Returns what the work threw, as soon as {@code run()} has returned, or why it was not run; null for neither. */
    public final @Nullable Throwable failure() {
        return failure;
    }

    /** The call is done from here on. */
    @Override
    public final void left() {
        Runnable told = end;
        end = null;
        if (told != null) {
            told.run();
        }
    }

    @Override
    protected final void set(T result) {
        end = () -> super.set(result);
    }

    @Override
    protected final void setException(Throwable thrown) {
        failure = thrown;
        end = () -> super.setException(thrown);
    }
}
