package dev.multipool.capacity.sim;

import java.time.Duration;

/**
 * How long to simulate.
 *
 * @param seed of all randomness
 * @param warmup simulated time that is not counted
 * @param measured simulated time that is
 * @param batches equal parts of the measured time, from whose scatter the confidence intervals come
 */
public record RunPlan(long seed, Duration warmup, Duration measured, int batches) {

    private static final int DEFAULT_BATCHES = 20;

    /** Validates. */
    public RunPlan {
        if (warmup.isNegative()) {
            throw new IllegalArgumentException("warmup: " + warmup + " (expected: >= 0)");
        }
        Checks.positive("measured", measured);
        Checks.atLeast("batches", batches, 2);
    }

    /** Returns a plan of 20 batches after a warm-up of a tenth of the measured time. */
    public static RunPlan of(long seed, Duration measured) {
        return new RunPlan(seed, measured.dividedBy(10), measured, DEFAULT_BATCHES);
    }
}
