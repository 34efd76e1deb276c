package dev.multipool.perf.peers.load;

import java.util.SplittableRandom;

/** When the calls of independent callers are due: the gaps between them are exponentially distributed. */
final class PoissonArrivals {
    private final double gapNanos;
    private final SplittableRandom random;
    /** As a real number, so that rounding does not add up. */
    private double dueNanos;

    PoissonArrivals(double callsPerSecond, long seed) {
        this.gapNanos = 1e9 / callsPerSecond;
        this.random = new SplittableRandom(seed);
    }

    /** Nanoseconds from the begin to the next call. */
    long nextNanos() {
        // 1 - u is never 0, whose logarithm is infinite
        dueNanos -= Math.log(1 - random.nextDouble()) * gapNanos;
        return (long) dueNanos;
    }
}
