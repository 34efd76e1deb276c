package dev.multipool.perf.result;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one run measured.
 *
 * @param throughputPerSecond calls answered without an error per second of the measured window
 * @param calls those calls
 * @param measuredSeconds the window's real length
 * @param p50Millis response time that half of the calls kept
 * @param p90Millis the 90th percentile
 * @param p99Millis TP99
 * @param p999Millis the 99.9th percentile
 * @param maxMillis the slowest call
 * @param meanMillis the mean
 * @param errors failed calls by error code name; empty when there were none
 * @param notFound answers without a user
 * @param serverCpuCores CPU time of the server / window; null where the system does not tell
 * @param generatorCpuCores CPU time of the generator / window; null where the system does not tell
 * @param foreignCpuCores CPU time on these cores that was none of the run's processes' / window; null where it can't be known
 */
public record Figures(
        double throughputPerSecond,
        long calls,
        double measuredSeconds,
        double p50Millis,
        double p90Millis,
        double p99Millis,
        double p999Millis,
        double maxMillis,
        double meanMillis,
        Map<String, Long> errors,
        long notFound,
        @Nullable Double serverCpuCores,
        @Nullable Double generatorCpuCores,
        @Nullable Double foreignCpuCores) {

    /** Failed calls of all codes. */
    public long errorCount() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
