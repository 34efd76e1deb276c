package dev.multipool.rpc.client;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Pauses between attempts to reconnect: the upper end doubles from {@code first} to {@code max}, and the pause is drawn
 * from its upper half, so that the clients of a restarted server do not come back in step.
 */
final class ReconnectBackoff {
    private final long firstNanos;
    private final long maxNanos;
    private final SplittableRandom random;
    private long nextUpperEndNanos;

    ReconnectBackoff(Duration first, Duration max, SplittableRandom random) {
        this.firstNanos = first.toNanos();
        this.maxNanos = max.toNanos();
        this.random = random;
        this.nextUpperEndNanos = firstNanos;
    }

    long nextNanos() {
        long upperEndNanos = nextUpperEndNanos;
        nextUpperEndNanos = Math.min(maxNanos, 2 * upperEndNanos);
        return upperEndNanos - random.nextLong(upperEndNanos / 2 + 1);
    }

    void reset() {
        nextUpperEndNanos = firstNanos;
    }
}
