package dev.multipool.perf.peers.load;

import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What the users of a window count. A user's call counts when it ends in the window, one of an open loop when it was due.
 *
 * <p><b>Threads:</b> written on the event loop; read by others once all users have ended.
 */
final class LoopTally {
    private static final int SIGNIFICANT_DIGITS = 3;

    private final long beginNanos;
    private final long endNanos;
    private final CountDownLatch users;
    private final Histogram responseTimeNanos = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram sendDelayNanos = new Histogram(SIGNIFICANT_DIGITS);
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

    boolean isCounted(long atNanos) {
        return atNanos - beginNanos >= 0 && atNanos - endNanos < 0;
    }

    /** A call of an open loop, which its sender sees now. */
    void arrived(long dueNanos, long nowNanos) {
        if (isCounted(dueNanos)) {
            sendDelayNanos.recordValue(nowNanos - dueNanos);
        }
    }

    void answered(long atNanos, long tookNanos) {
        if (isCounted(atNanos)) {
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

    Histogram sendDelayNanos() {
        return sendDelayNanos;
    }

    long failures() {
        return failures;
    }

    @Nullable
    String firstFailure() {
        return firstFailure;
    }
}
