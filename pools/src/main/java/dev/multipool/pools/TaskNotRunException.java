package dev.multipool.pools;

import java.util.concurrent.RejectedExecutionException;

/** A pool accepted a task and then did not run it. Cheap: without a stack trace. */
public final class TaskNotRunException extends RejectedExecutionException {

    private static final long serialVersionUID = 1L;

    private final String poolName;
    private final NotRunReason reason;

    TaskNotRunException(String poolName, NotRunReason reason) {
        this.poolName = poolName;
        this.reason = reason;
    }

    /** Returns the pool's name. */
    public String poolName() {
        return poolName;
    }

    /** Returns why the task was not run. */
    public NotRunReason reason() {
        return reason;
    }

    @Override
    public String getMessage() {
        return "pool " + poolName + ": task not run ("
                + switch (reason) {
                    case EXPIRED -> "expired in the queue";
                    case CANCELLED -> "cancelled";
                    case DROPPED -> "dropped, since the pool was stopped";
                    case NO_THREAD -> "the pool got no thread";
                    case SKIPPED -> "what decorates it did not run it";
                }
                + ")";
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // does nothing
    public Throwable fillInStackTrace() {
        return this;
    }
}
