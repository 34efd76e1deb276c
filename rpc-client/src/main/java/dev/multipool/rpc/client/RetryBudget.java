package dev.multipool.rpc.client;

import io.netty.util.concurrent.Ticker;
import java.util.concurrent.TimeUnit;

/**
 * How many calls may be sent again. A bucket of tokens: each call puts a share of one in, time puts some in, a call that is
 * sent again takes one out. So servers that all refuse get the calls there are and that share of them on top, not a
 * multiple.
 *
 * <p><b>Threads</b>: safe for all, by one short lock.
 */
final class RetryBudget {
    /** How many calls may be sent again at once after a quiet time, such as those in the queue of a server that stops. */
    static final int CAPACITY = 1_000;

    /** What a new client may send again before it has sent calls: so many seconds' worth of its floor. */
    private static final int SECONDS_AT_START = 10;

    private final double perCall;
    private final int perSecond;
    private final Ticker ticker;

    // all: @GuardedBy("this")
    private double tokens;
    private long filledAtNanos;
    private long retries;
    private long denied;

    /**
     * Partly filled.
     *
     * @param perCall the share of calls that may be sent again, 0 to 1
     * @param perSecond how many more may be, each second, 0 or more
     */
    RetryBudget(double perCall, int perSecond, Ticker ticker) {
        if (!(perCall >= 0 && perCall <= 1)) {
            throw new IllegalArgumentException("retries per call: " + perCall + " (expected: 0 to 1)");
        }
        if (perSecond < 0 || perSecond > CAPACITY) {
            throw new IllegalArgumentException(
                    "retries per second: " + perSecond + " (expected: 0 to " + CAPACITY + ")");
        }
        this.perCall = perCall;
        this.perSecond = perSecond;
        this.ticker = ticker;
        this.tokens = Math.min(CAPACITY, SECONDS_AT_START * (double) perSecond);
        this.filledAtNanos = ticker.nanoTime();
    }

    synchronized void onCall() {
        tokens = Math.min(CAPACITY, tokens + perCall);
    }

    /** Takes a token; false when there is none, and then the call must not be sent again. */
    synchronized boolean tryTake() {
        fill();
        // shares of a token are summed: what is left of the last one within rounding is one
        if (tokens < 1 - 1e-9) {
            denied++;
            return false;
        }
        tokens = Math.max(0, tokens - 1);
        retries++;
        return true;
    }

    private void fill() {
        long nowNanos = ticker.nanoTime();
        double seconds = (nowNanos - filledAtNanos) / (double) TimeUnit.SECONDS.toNanos(1);
        filledAtNanos = nowNanos;
        tokens = Math.min(CAPACITY, tokens + seconds * perSecond);
    }

    synchronized long retries() {
        return retries;
    }

    synchronized long denied() {
        return denied;
    }
}
