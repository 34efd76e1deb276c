package dev.multipool.capacity.sim;

import dev.multipool.pools.Distribution;
import dev.multipool.pools.LedgerSnapshot;
import java.util.List;

/**
 * What a simulated service did in the measured time.
 *
 * @param seen by the clients
 * @param counts the requests by what became of them
 * @param cpu of the cores
 * @param pools the ledgers, in the order of the configuration
 * @param stuck requests that wait for each other for ever: nothing could happen any more
 */
public record SimulationResult(Seen seen, RequestCounts counts, CpuUse cpu, List<LedgerSnapshot> pools, int stuck) {

    /**
     * What the clients saw.
     *
     * @param throughputPerSecond requests answered as asked
     * @param meanResponseNanos of these
     * @param p99Nanos the mean of the batches' 99th percentiles, for its interval; the percentile of all is in {@code
     *     responseTimeNanos}
     * @param responseTimeNanos of the requests answered as asked
     * @param failedTimeNanos of the others
     */
    public record Seen(
            Estimate throughputPerSecond,
            Estimate meanResponseNanos,
            Estimate p99Nanos,
            Distribution responseTimeNanos,
            Distribution failedTimeNanos) {}

    /**
     * How the cores were used.
     *
     * @param busyCores cores in use on average: requests, switches, pauses and background
     * @param usableCores how many there were: the quota, if there is one
     * @param idleWakesPerSecond how often a core that had nothing to do had to start again
     * @param throttledPeriods the part of the quota's periods in which the threads were stopped; 0 without a quota
     */
    public record CpuUse(double busyCores, double usableCores, double idleWakesPerSecond, double throttledPeriods) {

        /** Returns the part in use, 0 to 100. */
        public double percent() {
            return 100 * busyCores / usableCores;
        }
    }

    /** Keeps a copy of the list. */
    public SimulationResult {
        pools = List.copyOf(pools);
    }

    /** Returns the response times of the requests answered as asked, seen by the client. */
    public Distribution responseTimeNanos() {
        return seen.responseTimeNanos();
    }

    /** Returns the throughput. */
    public double tps() {
        return seen.throughputPerSecond().value();
    }

    /** Returns a percentile of the response time in milliseconds. */
    public double percentileMillis(double percent) {
        return responseTimeNanos().percentile(percent) / 1e6;
    }

    /** Returns the mean response time in milliseconds. */
    public double meanMillis() {
        return responseTimeNanos().mean() / 1e6;
    }

    /** Returns the ledger of a pool. */
    public LedgerSnapshot pool(String name) {
        return pools.stream()
                .filter(pool -> pool.poolName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("pool: " + name + " (expected: one of "
                        + pools.stream().map(LedgerSnapshot::poolName).toList() + ")"));
    }
}
