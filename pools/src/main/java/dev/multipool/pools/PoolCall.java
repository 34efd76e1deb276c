package dev.multipool.pools;

import dev.multipool.pools.internal.worker.QueuedCall;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A task with a result, as its submitter sees it.
 *
 * <p><b>Lifecycle:</b> done once: with the result, with what the work threw, cancelled, or with a {@link
 * TaskNotRunException} when it expired in the queue or was dropped. {@code cancel(true)} keeps a queued task from running
 * and interrupts a running one; the interrupt reaches no other task. A queued call that is cancelled gives its place back at
 * once. A call is submitted once, or again after a rejection.
 */
public class PoolCall<T extends @Nullable Object> extends QueuedCall<T> implements PoolTask {

    private final String poolName;
    private final long deadlineNanos;
    private volatile @Nullable Throwable failure;

    // what run() came to until the place is free; of the thread that runs the call only
    private boolean returned;
    private @Nullable T result;

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
            setException(whyNotRun(reason));
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

    /** The call is done from here on, also when {@code run()} came to nothing. */
    @Override
    @SuppressWarnings("NullAway") // the result is of the type T, whatever that is, if the work has returned
    public final void left() {
        if (returned) {
            T told = result;
            result = null;
            super.set(told);
        } else {
            Throwable thrown = failure;
            super.setException(thrown == null ? whyNotRun(NotRunReason.SKIPPED) : thrown);
        }
    }

    private Throwable whyNotRun(NotRunReason reason) {
        try {
            return new TaskNotRunException(poolName, reason);
        } catch (OutOfMemoryError e) {
            return e;
        }
    }

    @Override
    protected final void set(T value) {
        result = value;
        returned = true;
    }

    @Override
    protected final void setException(Throwable thrown) {
        failure = thrown;
    }

    /**
     * {@inheritDoc}
     *
     * @throws ExecutionException with what the work threw, or why it was not run, as its cause
     */
    @Override
    public T get() throws InterruptedException, ExecutionException {
        try {
            return super.get();
        } catch (RuntimeException | Error e) {
            if (failure == null || isCancelled()) {
                throw e;
            }
            throw wrapUnprintable(failure);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws ExecutionException with what the work threw, or why it was not run, as its cause
     */
    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return super.get(timeout, unit);
        } catch (RuntimeException | Error e) {
            if (failure == null || isCancelled()) {
                throw e;
            }
            throw wrapUnprintable(failure);
        }
    }

    /** The JDK's future asks what the work threw for its message, and that may throw in turn: then it is told by its class. */
    private static ExecutionException wrapUnprintable(Throwable thrown) {
        return new ExecutionException(thrown.getClass().getName() + ", which can't be printed", thrown);
    }
}
