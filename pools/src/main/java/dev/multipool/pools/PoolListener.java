package dev.multipool.pools;

/**
 * Hears what happens in a pool, task by task; for metrics that want their own clocks and buckets. Most readers want
 * {@link MeasuredPool#snapshot()} instead, which costs nothing per task.
 *
 * <p><b>Threads:</b> called by the pool's threads and by submitters, at once with the event. Must not block: the thread
 * serves no other task meanwhile. What it throws, errors too, is logged and otherwise ignored.
 *
 * <p><b>Units:</b> nanoseconds.
 */
public interface PoolListener {

    /** The listener that hears nothing. */
    PoolListener NONE = new PoolListener() {};

    /** A task was turned away at the door. */
    default void rejected(String poolName, RejectReason reason) {}

    /** An accepted task left the queue without being run. */
    default void notRun(String poolName, NotRunReason reason, long queueTimeNanos) {}

    /** A task ran. */
    default void ended(String poolName, TaskOutcome outcome, long queueTimeNanos, long serviceTimeNanos) {}

    /** A task ran for at least {@link PoolConfig#slowTask()}; {@code ended} has been called before. */
    default void slow(String poolName, Runnable task, long queueTimeNanos, long serviceTimeNanos) {}

    /** The pool's bounds were changed. */
    default void resized(PoolConfig before, PoolConfig after) {}
}
