package dev.multipool.redis.source;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A point in time that a wait must not pass. The one class here that reads the clock. */
final class Deadline {
    private static final Duration POLL = Duration.ofMillis(10);

    private final Duration limit;
    private final long endNanos;

    private Deadline(Duration limit) {
        this.limit = limit;
        this.endNanos = System.nanoTime() + limit.toNanos();
    }

    static Deadline after(Duration limit) {
        return new Deadline(limit);
    }

    /** The time that was given at first, for messages. */
    Duration limit() {
        return limit;
    }

    Duration remaining() {
        return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
    }

    boolean passed() {
        return remaining().isZero();
    }

    /** Waits a little before the next look at something that can only be polled. */
    static void pause() {
        LockSupport.parkNanos(POLL.toNanos());
    }
}
