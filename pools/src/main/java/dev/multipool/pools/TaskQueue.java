package dev.multipool.pools;

/** Accepted tasks that wait; the pool's admission bounds them, not the queue. All methods may be called by any thread. */
interface TaskQueue {

    /** Adds a task. Never fails. */
    void offer(Runnable task, long enqueuedNanos);

    /** Moves the next task into the slot, or returns false when there is none yet. */
    boolean poll(TaskSlot slot, long now);

    /** Returns false when a completed {@link #offer} has not been answered by a {@link #poll}. */
    boolean isEmpty();
}
