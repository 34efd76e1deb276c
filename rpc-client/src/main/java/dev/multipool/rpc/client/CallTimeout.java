package dev.multipool.rpc.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The bounds of a timeout: positive, and small enough for the wire's 32-bit {@code timeout_ms}. */
final class CallTimeout {
    private static final Duration MAX = Duration.ofMillis(Integer.MAX_VALUE);

    private CallTimeout() {}

    static long toNanos(String what, Duration timeout) {
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX) > 0) {
            throw new IllegalArgumentException(what + ": " + timeout + " (expected: PT0.000000001S to " + MAX + ")");
        }
        return timeout.toNanos();
    }

    /** Rounded up, so that the server's deadline is never before ours and never 0. */
    static int toWireMillis(long nanos) {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        return (int) (TimeUnit.MILLISECONDS.toNanos(millis) < nanos ? millis + 1 : millis);
    }
}
