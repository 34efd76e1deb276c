package dev.multipool.agent.runtime;

import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import org.jspecify.annotations.Nullable;

/**
 * Reads and resizes the pools of one library. It keeps no pool: each method is given one.
 *
 * <p><b>Threads:</b> any. What a method throws is contained by whoever calls it.
 */
public interface PoolReader {

    /** What the library calls this pool, or null when only its threads have a name. */
    default @Nullable String name(Object pool) {
        return null;
    }

    /** The pool that this one is a part of, or itself: its ledger has what both do, and it alone is read. */
    default Object whole(Object pool) {
        return pool;
    }

    /** How the pool gets its threads and what bounds it now. */
    Bounds bounds(Object pool);

    /** How many threads, or connections, exist. */
    int threads(Object pool);

    /** Whether the pool takes no more tasks for good. */
    boolean isShutDown(Object pool);

    /** The tasks in the pool's queue, in any order, or null when they can't be told. */
    default Object @Nullable [] queued(Object pool) {
        return null;
    }

    /** Whether the pool lends things, such as connections, instead of running tasks. */
    default boolean lends() {
        return false;
    }

    /** Whether the pool's threads are known: one runs one task at a time, so that it can be told what a task costs. */
    default boolean knowsThreads() {
        return !lends();
    }

    /** Whether all that the pool has can be held at once: not where a thread is added for each that waits. */
    default boolean runsOut() {
        return true;
    }

    /** Whether tasks wait for a time of their own, so that they arrive when they are due. */
    default boolean isScheduled() {
        return false;
    }

    /**
     * Sets the bounds by the pool's own setters.
     *
     * @throws IllegalArgumentException when the pool does not allow them; nothing is changed then
     */
    void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity);

    /**
     * The bounds of a pool, in the words of {@link PoolConfig}. More than a configuration can say is shown as the most that
     * it can: an unbounded queue is {@code 16777216} tasks long.
     */
    record Bounds(PoolKind kind, int coreThreads, int maxThreads, int queueCapacity) {

        /** Whether tasks never wait: a busy pool turns them away. */
        public boolean isWithoutQueue() {
            return queueCapacity == 0;
        }
    }
}
