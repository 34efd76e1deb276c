package dev.multipool.pools.internal.worker;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** The side of a call that its backlog knows: where it is queued, and whether a worker or its canceller has it. */
public abstract class QueuedCall<T extends @Nullable Object> extends FutureTask<T> {

    @SuppressWarnings("rawtypes") // the class has no other literal
    private static final AtomicIntegerFieldUpdater<QueuedCall> STAGE =
            AtomicIntegerFieldUpdater.newUpdater(QueuedCall.class, "stage");

    private static final int NEW = 0;
    private static final int QUEUED = 1;
    private static final int TAKEN = 2;
    private static final int ABANDONED = 3;

    // where the call is queued; belongs to whoever turns the stage from QUEUED to another one
    private volatile int stage;
    private @Nullable Queue queuedIn;
    private @Nullable Runnable queuedAs;
    private long enqueuedNanos;

    /** Makes a call that is not queued yet. */
    protected QueuedCall(Callable<T> work) {
        super(work);
    }

    /**
     * The pool is asked to take the call.
     *
     * @throws IllegalStateException when a pool has taken it already
     */
    final void requireNew() {
        if (stage != NEW) {
            throw new IllegalStateException("call: submitted already (expected: once)");
        }
    }

    /**
     * The pool is about to queue the call.
     *
     * @param task the call, with what decorates it
     */
    final void queued(Queue queue, Runnable task, long nowNanos) {
        queuedIn = queue;
        queuedAs = task;
        enqueuedNanos = nowNanos;
        STAGE.lazySet(this, QUEUED);
    }

    /** The pool could not queue the call; returns false when it was cancelled meanwhile. */
    final boolean unqueued() {
        return stage == NEW || STAGE.compareAndSet(this, QUEUED, NEW);
    }

    /** The pool takes the call out of the queue; returns false when it was cancelled there and is none of the pool's tasks. */
    final boolean take() {
        return stage != QUEUED ? stage != ABANDONED : STAGE.compareAndSet(this, QUEUED, TAKEN);
    }

    /** Whether the call was cancelled in the queue, and has left the pool although it may still be there. */
    final boolean isAbandoned() {
        return stage == ABANDONED;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean abandons = stage == QUEUED && STAGE.compareAndSet(this, QUEUED, ABANDONED);
        if (abandons) {
            Queue queue = Objects.requireNonNull(queuedIn);
            queue.abandon(Objects.requireNonNull(queuedAs), enqueuedNanos);
        }
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        return abandons ? isCancelled() : cancelled;
    }

    /** Where a call waits until a worker takes it or its owner cancels it. */
    interface Queue {

        /**
         * The call was cancelled while it was queued: it leaves now, though the queue holds it until somebody comes across it.
         *
         * @param task the call, with what decorates it
         */
        void abandon(Runnable task, long enqueuedNanos);
    }
}
