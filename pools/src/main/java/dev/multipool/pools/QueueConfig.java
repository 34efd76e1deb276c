package dev.multipool.pools;

import dev.multipool.pools.internal.config.Check;
import dev.multipool.pools.internal.config.SpecText;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * How tasks wait for a thread.
 *
 * <p>With {@link QueueOrder#ADAPTIVE_LIFO} the pool counts as overloaded when its queue has not been empty for one
 * {@code overloadInterval}; then tasks that were queued longer than {@code overloadTimeout} are shed.
 *
 * @param capacity the most tasks that may wait; 0: none waits, a busy pool rejects
 * @param timeout how long a task may be queued and still be run; empty: as long as it takes
 * @param order which task is next
 * @param overloadInterval for how long the queue must not have been empty; used by adaptive LIFO only
 * @param overloadTimeout the queue timeout under overload; used by adaptive LIFO only
 */
public record QueueConfig(
        int capacity,
        Optional<Duration> timeout,
        QueueOrder order,
        Duration overloadInterval,
        Duration overloadTimeout) {

    /** The largest queue that a pool may have: nobody fills it, so people are told that it is unbounded. */
    public static final int MAX_CAPACITY = 1 << 24;

    private static final String UNBOUNDED = "unbounded";

    private static final Duration DEFAULT_OVERLOAD_INTERVAL = Duration.ofMillis(100);
    private static final Duration DEFAULT_OVERLOAD_TIMEOUT = Duration.ofMillis(5);

    /** No queue. */
    static final QueueConfig NONE = fifo(0);

    /**
     * Validates.
     *
     * @throws IllegalArgumentException when the capacity is outside 0 to 16777216 or a duration is not positive
     */
    public QueueConfig {
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(order, "order");
        Check.between("queue", capacity, 0, MAX_CAPACITY);
        timeout.ifPresent(t -> Check.positive("queueTimeout", t));
        Check.positive("overloadInterval", overloadInterval);
        Check.positive("overloadTimeout", overloadTimeout);
    }

    /** Returns a first-in-first-out queue of the given bound whose tasks wait as long as it takes. */
    public static QueueConfig fifo(int capacity) {
        return new QueueConfig(
                capacity, Optional.empty(), QueueOrder.FIFO, DEFAULT_OVERLOAD_INTERVAL, DEFAULT_OVERLOAD_TIMEOUT);
    }

    /** Returns this queue with another bound. */
    public QueueConfig withCapacity(int newCapacity) {
        return new QueueConfig(newCapacity, timeout, order, overloadInterval, overloadTimeout);
    }

    /** Returns this queue with a queue timeout. */
    public QueueConfig withTimeout(Duration newTimeout) {
        return new QueueConfig(capacity, Optional.of(newTimeout), order, overloadInterval, overloadTimeout);
    }

    /** Returns this queue with another order. */
    public QueueConfig withOrder(QueueOrder newOrder) {
        return new QueueConfig(capacity, timeout, newOrder, overloadInterval, overloadTimeout);
    }

    /** Returns this queue with other limits for overload. */
    public QueueConfig withOverload(Duration newInterval, Duration newTimeout) {
        return new QueueConfig(capacity, timeout, order, newInterval, newTimeout);
    }

    /** Returns whether the queue is as large as one can be. */
    public boolean isUnbounded() {
        return capacity == MAX_CAPACITY;
    }

    /** Returns a queue's bound as people are told it: a number of tasks, or {@code unbounded}. */
    public static String words(int capacity) {
        return capacity >= MAX_CAPACITY ? UNBOUNDED : Integer.toString(capacity);
    }

    /** Reads a bound: a number of tasks, or {@code unbounded}. */
    static int parseCapacity(String value) {
        return value.equals(UNBOUNDED) ? MAX_CAPACITY : SpecText.number("queue", value);
    }

    /** Adds what differs from the defaults to a pool's spec. */
    void describe(StringJoiner pairs) {
        if (capacity > 0) {
            pairs.add("queue=" + words(capacity));
        }
        timeout.ifPresent(t -> pairs.add("queueTimeout=" + DurationText.format(t)));
        if (order != QueueOrder.FIFO) {
            pairs.add("order=" + order.word());
        }
        if (!overloadInterval.equals(DEFAULT_OVERLOAD_INTERVAL)) {
            pairs.add("overloadInterval=" + DurationText.format(overloadInterval));
        }
        if (!overloadTimeout.equals(DEFAULT_OVERLOAD_TIMEOUT)) {
            pairs.add("overloadTimeout=" + DurationText.format(overloadTimeout));
        }
    }
}
