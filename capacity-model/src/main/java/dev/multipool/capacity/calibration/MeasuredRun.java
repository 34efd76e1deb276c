package dev.multipool.capacity.calibration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one run of a service on its pools measured, closed loop.
 *
 * @param cores that the server had for itself
 * @param users without think time
 * @param seen by the client
 * @param cpu of the server process
 * @param pools from the pools' ledgers
 */
public record MeasuredRun(int cores, int users, Seen seen, Cpu cpu, List<Pool> pools) {

    /**
     * What the client saw.
     *
     * @param throughputPerSecond calls answered
     * @param meanMillis response time
     * @param p99Millis TP99
     */
    public record Seen(double throughputPerSecond, double meanMillis, double p99Millis) {}

    /**
     * CPU and pauses of the server process.
     *
     * @param cpuCores CPU time over the window, kernel, event loops and collector included
     * @param pausesPerCall stop-the-world pauses over calls answered
     * @param meanPauseMillis their mean; 0 without pauses
     */
    public record Cpu(double cpuCores, double pausesPerCall, double meanPauseMillis) {}

    /**
     * One pool, its times per task.
     *
     * @param name of the pool
     * @param threads of the fixed pool
     * @param queueMillis mean queue time
     * @param serviceMillis mean service time
     * @param joinMillis of it, waiting for subtasks
     * @param cpuMillis CPU time of the pool's threads over its tasks, with what it takes a thread to come and go
     * @param serviceDeviationMillis the standard deviation of the service time
     */
    public record Pool(
            String name,
            int threads,
            double queueMillis,
            double serviceMillis,
            double joinMillis,
            double cpuMillis,
            double serviceDeviationMillis) {

        /** Validates. */
        public Pool {
            if (!(cpuMillis >= 0)) {
                throw new IllegalArgumentException("cpuMillis of " + name + ": " + cpuMillis + " (expected: >= 0)");
            }
        }
    }

    /** Validates what would make the fit meaningless. */
    public MeasuredRun {
        if (!(seen.throughputPerSecond() > 0)) {
            throw new IllegalArgumentException(
                    "throughputPerSecond: " + seen.throughputPerSecond() + " (expected: > 0)");
        }
        pools = List.copyOf(pools);
    }

    /**
     * Returns one of its pools.
     *
     * @throws IllegalArgumentException when the run has none of that name
     */
    public Pool pool(String name) {
        return pools.stream()
                .filter(pool -> pool.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("pool: " + name + " (expected: one of "
                        + pools.stream().map(Pool::name).toList() + ")"));
    }

    Map<String, Integer> threads() {
        Map<String, Integer> threads = new LinkedHashMap<>();
        pools.forEach(pool -> threads.put(pool.name(), pool.threads()));
        return threads;
    }

    /** Whether it had the same load on the same cores and threads. */
    boolean isLike(MeasuredRun other) {
        return cores == other.cores && users == other.users && threads().equals(other.threads());
    }

    /** The part of its cores that was in use. */
    double load() {
        return cpu.cpuCores() / cores;
    }
}
