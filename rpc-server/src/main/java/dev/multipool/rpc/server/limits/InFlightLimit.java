package dev.multipool.rpc.server.limits;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bound on how many calls are in flight, of the server or of one method.
 *
 * <p><b>Threads</b>: any; never blocks.
 */
public final class InFlightLimit {
    private final int max;
    private final AtomicInteger count = new AtomicInteger();

    public InFlightLimit(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("maxInFlight: " + max + " (expected: >= 1)");
        }
        this.max = max;
    }

    public int max() {
        return max;
    }

    /** Counts a call in, over the bound or not, and tells whether it is within; each call counted in exits once. */
    public boolean enter() {
        return count.incrementAndGet() <= max;
    }

    public void exit() {
        count.decrementAndGet();
    }
}
