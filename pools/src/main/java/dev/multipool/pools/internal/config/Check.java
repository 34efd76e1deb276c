package dev.multipool.pools.internal.config;

import dev.multipool.pools.DurationText;
import java.time.Duration;
import java.util.Objects;

/** The checks of configuration values, with one form of message. */
public final class Check {

    private static final Duration LONGEST = Duration.ofDays(365);

    private Check() {}

    public static int between(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: " + least + " to " + most + ")");
        }
        return value;
    }

    public static int atLeast(String what, int value, String otherWhat, int other) {
        if (value < other) {
            throw new IllegalArgumentException(
                    what + ": " + value + " (expected: >= " + otherWhat + ": " + other + ")");
        }
        return value;
    }

    public static Duration positive(String what, Duration value) {
        Objects.requireNonNull(value, what);
        if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    what + ": " + DurationText.format(value) + " (expected: more than 0, at most 365 days)");
        }
        return value;
    }
}
