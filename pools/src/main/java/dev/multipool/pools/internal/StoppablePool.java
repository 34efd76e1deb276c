package dev.multipool.pools.internal;

import dev.multipool.pools.MeasuredPool;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A pool with the single steps of a stop, as an {@link java.util.concurrent.ExecutorService} has them. */
public interface StoppablePool extends MeasuredPool {

    /** Rejects new tasks from now on. */
    void shut();

    boolean isShut();

    /**
     * Rejects new tasks, takes queued ones back and interrupts those that run. Tasks that want to know are told that they
     * are dropped; returns the others.
     */
    List<Runnable> stopNow();

    /** Waits until every accepted task has ended and every thread is gone; returns false when the time is over first. */
    boolean awaitTerminated(long timeout, TimeUnit unit) throws InterruptedException;
}
