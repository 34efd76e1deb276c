package dev.multipool.pools;

/**
 * How many tasks came and what became of them.
 *
 * <p><b>Invariant:</b> since the pool's creation, {@code arrivals = completions + failures + cancelled + dropped +
 * rejections.total() + inFlight}; for the tasks of a window the difference of the two in-flight counts takes the place
 * of {@code inFlight}.
 *
 * @param arrivals tasks offered to the pool, the rejected ones too
 * @param completions tasks that ran and returned
 * @param failures tasks that ran and threw, or reported a failure
 * @param cancelled tasks that their owner cancelled, queued or running
 * @param dropped queued tasks that were never run because the pool was stopped
 * @param rejections tasks that were turned away, at the door or when they had expired in the queue
 */
public record TaskCounts(
        long arrivals, long completions, long failures, long cancelled, long dropped, Rejections rejections) {

    /** Returns how many tasks left the pool in any way. */
    public long ended() {
        return completions + failures + cancelled + dropped + rejections.total();
    }

    TaskCounts minus(TaskCounts earlier) {
        return new TaskCounts(
                arrivals - earlier.arrivals,
                completions - earlier.completions,
                failures - earlier.failures,
                cancelled - earlier.cancelled,
                dropped - earlier.dropped,
                rejections.minus(earlier.rejections));
    }
}
