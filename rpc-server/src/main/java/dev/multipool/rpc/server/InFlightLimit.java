package dev.multipool.rpc.server;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bound on how many calls are in flight, of the server or of one method.
 *
 * <p><b>Threads</b>: any; never blocks.
 */
final class InFlightLimit {
    private final int max;
    private final AtomicInteger count = new AtomicInteger();

    InFlightLimit(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("maxInFlight: " + max + " (expected: >= 1)");
        }
        this.max = max;
    }

    int max() {
        return max;
    }

    /** Counts a call in, over the bound or not, and tells whether it is within; each call counted in exits once. */
    boolean enter() {
        return count.incrementAndGet() <= max;
    }

    void exit() {
        count.decrementAndGet();
    }
}
