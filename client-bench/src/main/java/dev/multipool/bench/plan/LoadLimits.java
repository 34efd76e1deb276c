package dev.multipool.bench.plan;

import java.time.Duration;

/** The bounds that all parts of a load plan share. */
final class LoadLimits {
    /** Users or calls per second, at most. */
    static final double MAX_LEVEL = 10_000_000;

    /** No time of a plan is longer. */
    static final Duration LONGEST = Duration.ofDays(1);

    private LoadLimits() {}

    static void requirePositive(String what, Duration duration) {
        if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    what + ": " + duration + " (expected: above PT0S, at most " + LONGEST + ")");
        }
    }

    static void requirePositiveOrZero(String what, Duration duration) {
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(what + ": " + duration + " (expected: PT0S to " + LONGEST + ")");
        }
    }

    static void requireLevel(String what, double level) {
        if (!(level > 0 && level <= MAX_LEVEL)) {
            throw new IllegalArgumentException(what + ": " + level + " (expected: above 0, at most " + MAX_LEVEL + ")");
        }
    }
}
