package dev.multipool.perf.peers.load;

import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What the users of a window count; a call counts when it ends in the window.
 *
 * <p><b>Threads:</b> written on the event loop; read by others once all users have ended.
 */
final class LoopTally {
    private static final int SIGNIFICANT_DIGITS = 3;

    private final long beginNanos;
    private final long endNanos;
    private final CountDownLatch users;
    private final Histogram responseTimeNanos = new Histogram(SIGNIFICANT_DIGITS);
    private long failures;
    private @Nullable String firstFailure;

    LoopTally(long beginNanos, long endNanos, int users) {
        this.beginNanos = beginNanos;
        this.endNanos = endNanos;
        this.users = new CountDownLatch(users);
    }

    boolean isOver(long nowNanos) {
        return nowNanos - endNanos >= 0;
    }

    void answered(long nowNanos, long tookNanos) {
        if (nowNanos - beginNanos >= 0 && nowNanos - endNanos < 0) {
            responseTimeNanos.recordValue(tookNanos);
        }
    }

    void failed(String why) {
        failures++;
        if (firstFailure == null) {
            firstFailure = why;
        }
    }

    void userEnded() {
        users.countDown();
    }

    CountDownLatch users() {
        return users;
    }

    Histogram responseTimeNanos() {
        return responseTimeNanos;
    }

    long failures() {
        return failures;
    }

    @Nullable
    String firstFailure() {
        return firstFailure;
    }
}
