package dev.multipool.pools;

import java.util.concurrent.RejectedExecutionException;

/** A semaphore bulkhead gave no permit. Cheap: without a stack trace. */
public final class BulkheadFullException extends RejectedExecutionException {

    private static final long serialVersionUID = 1L;

    private final String bulkheadName;
    private final int permits;
    private final int waiting;

    BulkheadFullException(String bulkheadName, int permits, int waiting) {
        this.bulkheadName = bulkheadName;
        this.permits = permits;
        this.waiting = waiting;
    }

    /** Returns the bulkhead's name. */
    public String bulkheadName() {
        return bulkheadName;
    }

    /** Returns how many permits the bulkhead has in all. */
    public int permits() {
        return permits;
    }

    @Override
    public String getMessage() {
        return "bulkhead " + bulkheadName + ": full (" + permits + " of " + permits + " permits in use, " + waiting
                + " callers waiting)";
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // does nothing
    public Throwable fillInStackTrace() {
        return this;
    }
}
