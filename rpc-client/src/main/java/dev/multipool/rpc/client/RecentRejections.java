package dev.multipool.rpc.client;

import io.netty.util.concurrent.Ticker;
import java.util.concurrent.TimeUnit;

/**
 * Calls that a server turned away of late: each counts as one, and as half of that with every 100 ms that pass. A server
 * that is full for the sake of others answers at once and has few calls in flight; without these it would look idle and
 * draw all calls.
 */
final class RecentRejections {
    private static final double HALF_LIFE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double NOTHING = 0.5;

    private final Ticker ticker;

    // written under the lock
    private volatile Counted counted = new Counted(0, 0);

    private record Counted(double count, long atNanos) {}

    RecentRejections(Ticker ticker) {
        this.ticker = ticker;
    }

    synchronized void add() {
        long nowNanos = ticker.nanoTime();
        counted = new Counted(countAt(nowNanos) + 1, nowNanos);
    }

    /** How many count now. */
    double count() {
        return counted.count() == 0 ? 0 : countAt(ticker.nanoTime());
    }

    private double countAt(long nowNanos) {
        Counted last = counted;
        double left = last.count() * Math.pow(2, -(nowNanos - last.atNanos()) / HALF_LIFE_NANOS);
        return left < NOTHING ? 0 : left;
    }
}
