package dev.multipool.pools.internal.queue;

import java.util.function.Predicate;

/** Accepted tasks that wait; the pool's admission bounds them, not the queue. All methods may be called by any thread. */
public interface TaskQueue {

    /** Adds a task. Never fails. */
    void offer(Runnable task, long enqueuedNanos);

    /** Moves the next task into the slot, or returns false when there is none yet. */
    boolean poll(TaskSlot slot);

    /** Returns false when a completed {@link #offer} has not been answered by a {@link #poll}. */
    boolean isEmpty();

    /** Takes out the tasks that are gone, keeps the others in their order, and returns how many were taken out. */
    int purge(Predicate<Runnable> gone);

    /** Adds a task that was taken out and has to stay: waits for memory, which tasks that end may give back. */
    @SuppressWarnings("ThreadPriorityCheck")
    default void putBack(Runnable task, long enqueuedNanos) {
        while (true) {
            try {
                offer(task, enqueuedNanos);
                return;
            } catch (OutOfMemoryError e) {
                Thread.yield();
            }
        }
    }
}
