package dev.multipool.redis;

import java.util.concurrent.atomic.LongAdder;

/**
 * How long the commands of one kind took, summed since the connection was made, or since they were last forgotten.
 *
 * <p><b>Threads:</b> any; never blocks.
 */
public final class CommandTimes {
    private final LongAdder count = new LongAdder();
    private final LongAdder firstResponseNanos = new LongAdder();
    private final LongAdder completionNanos = new LongAdder();

    CommandTimes() {}

    void add(long firstResponse, long completion) {
        count.increment();
        firstResponseNanos.add(firstResponse);
        completionNanos.add(completion);
    }

    void forget() {
        count.reset();
        firstResponseNanos.reset();
        completionNanos.reset();
    }

    /** Commands that were answered. */
    public long count() {
        return count.sum();
    }

    /** From sending to the first byte of the answer. */
    public long firstResponseNanos() {
        return firstResponseNanos.sum();
    }

    /** From sending to the answer being complete. */
    public long completionNanos() {
        return completionNanos.sum();
    }
}
