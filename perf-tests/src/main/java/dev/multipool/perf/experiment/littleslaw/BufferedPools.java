package dev.multipool.perf.experiment.littleslaw;

import dev.multipool.laboratory.result.PointSummary;
import java.util.List;

/**
 * Pools under random arrivals.
 *
 * @param mean the mean number of active requests where nobody queues
 * @param points by size
 */
record BufferedPools(double mean, List<PointSummary> points) {
    /** How many threads the mean and a buffer make. */
    static int size(double mean, double factor) {
        return (int) Math.ceil(mean * factor);
    }
}
