package dev.multipool.pools;

import java.util.concurrent.RejectedExecutionException;

/**
 * A pool did not take a task. Carries the reason and the pool's numbers at that moment; cheap to throw, since it fills
 * in no stack trace and builds its message when asked: a pool rejects most when it can afford least.
 */
public final class PoolRejectedException extends RejectedExecutionException {

    private static final long serialVersionUID = 1L;

    private final String poolName;
    private final RejectReason reason;
    private final int threads;
    private final int queueCapacity;
    private final int inFlight;
    private final int queueDepth;

    /**
     * Creates the exception.
     *
     * @param threads the most threads that the pool may have
     * @param queueCapacity the queue's bound; 0 when the pool has no queue
     * @param inFlight tasks queued and in service when the task was rejected
     */
    public PoolRejectedException(
            String poolName, RejectReason reason, int threads, int queueCapacity, int inFlight, int queueDepth) {
        this.poolName = poolName;
        this.reason = reason;
        this.threads = threads;
        this.queueCapacity = queueCapacity;
        this.inFlight = inFlight;
        this.queueDepth = queueDepth;
    }

    /** Returns the pool's name. */
    public String poolName() {
        return poolName;
    }

    /** Returns why the task was rejected. */
    public RejectReason reason() {
        return reason;
    }

    /** Returns how many tasks the pool can hold: threads and queue slots. */
    public int capacity() {
        return threads + queueCapacity;
    }

    /** Returns how many tasks were queued or in service. */
    public int inFlight() {
        return inFlight;
    }

    /** Returns how many tasks were queued. */
    public int queueDepth() {
        return queueDepth;
    }

    @Override
    public String getMessage() {
        int busy = Math.min(threads, inFlight - queueDepth);
        String queue =
                queueCapacity == 0 ? "no queue" : queueDepth + " of " + QueueConfig.words(queueCapacity) + " queued";
        return "pool " + poolName + ": " + reason.words() + " (" + busy + " of " + threads + " threads busy, " + queue
                + ")";
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // does nothing
    public Throwable fillInStackTrace() {
        return this;
    }
}
