package dev.multipool.laboratory.machine;

import dev.multipool.bench.result.LoadResult;

/**
 * What took a run's cores from it over a short look.
 *
 * @param foreignCores cores that processes kept busy that are no part of the run
 * @param stolenCores cores that the hypervisor kept for itself
 */
public record Calm(double foreignCores, double stolenCores) {
    /** More than this of either, and what is measured may be another program's doing. */
    public static final double LIMIT_CORES = LoadResult.Resources.MAX_LOST_CORES;

    /** Whether a measurement may begin. */
    public boolean isCalm() {
        return foreignCores <= LIMIT_CORES && stolenCores <= LIMIT_CORES;
    }
}
