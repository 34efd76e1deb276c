package dev.multipool.capacity.sim;

import java.time.Duration;

/** The checks of what is to be simulated, with one form of message. */
final class Checks {

    private Checks() {}

    static double notNegative(String what, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: >= 0)");
        }
        return value;
    }

    static double positive(String what, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: > 0)");
        }
        return value;
    }

    static Duration positive(String what, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: > 0)");
        }
        return value;
    }

    static int atLeast(String what, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: >= " + least + ")");
        }
        return value;
    }
}
