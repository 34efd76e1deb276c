package dev.multipool.perf.machine;

/**
 * What a short look at the machine found.
 *
 * @param foreignCores used by processes that are none of the laboratory's
 * @param stolenCores taken by the hypervisor
 */
public record Calm(double foreignCores, double stolenCores) {
    /** What either may take; the generator judges its windows by the same number. */
    public static final double MOST_LOST_CORES = 0.1;

    public boolean isCalm() {
        return foreignCores <= MOST_LOST_CORES && stolenCores <= MOST_LOST_CORES;
    }
}
