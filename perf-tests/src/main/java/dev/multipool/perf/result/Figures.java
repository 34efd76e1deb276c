package dev.multipool.perf.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.multipool.bench.result.LoadResult.CorrectedResponseTime;
import dev.multipool.bench.result.LoadResult.Disturbance;
import dev.multipool.bench.result.LoadResult.Outcome;
import dev.multipool.bench.result.LoadResult.Raw;
import dev.multipool.bench.result.LoadResult.Resources;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.bench.result.StepResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one run measured.
 *
 * @param throughput calls and the time that they came in
 * @param responseTimes response times of the calls answered without an error
 * @param loop what only a closed or only an open loop tells, and the steps of a load that changes
 * @param failures calls that failed, or found nothing
 * @param cpu CPU time of the processes
 * @param noise what the machine did to the window
 */
public record Figures(
        @JsonUnwrapped Throughput throughput,
        @JsonUnwrapped ResponseTimes responseTimes,
        @JsonUnwrapped Loop loop,
        @JsonUnwrapped Failures failures,
        @JsonUnwrapped ServiceCpu cpu,
        @JsonUnwrapped Noise noise) {
    /**
     * Response times of the calls answered without an error.
     *
     * @param p50Millis response time that half of the calls kept
     * @param p90Millis the 90th percentile
     * @param p99Millis TP99
     * @param p999Millis the 99.9th percentile
     * @param maxMillis the slowest call
     * @param meanMillis the mean
     */
    public record ResponseTimes(
            double p50Millis,
            double p90Millis,
            double p99Millis,
            double p999Millis,
            double maxMillis,
            double meanMillis) {}

    /**
     * Calls that failed, or found nothing.
     *
     * @param errors failed calls by error code name; empty when there were none
     * @param notFound answers without a user
     * @param serverRejections calls that the server counted as rejected, by its own reasons, from its start to its stop, warm-up
     *     included; null where it did not tell, since it had to be killed
     */
    public record Failures(
            Map<String, Long> errors,
            long notFound,
            @Nullable Map<String, Long> serverRejections) {}

    /**
     * CPU time of the processes.
     *
     * @param serverCpuCores CPU time of the server / window; null where the system does not tell
     * @param generatorCpuCores CPU time of the generator / window; null where the system does not tell
     * @param throttledShare periods of its CPU quota in which the server was stopped / those of the window; null without a quota
     */
    public record ServiceCpu(
            @Nullable Double serverCpuCores,
            @Nullable Double generatorCpuCores,
            @Nullable Double throttledShare) {}

    /**
     * What only a closed or only an open loop tells, and the steps of a load that changes.
     *
     * @param corrected a closed loop's percentiles as they would be without the calls that a stall kept from being sent; null in
     *     an open loop, which has none such
     * @param sending how well an open loop's schedule was kept; null in a closed loop
     * @param steps of a load that changes; empty when it is constant
     */
    public record Loop(
            @Nullable CorrectedResponseTime corrected,
            @Nullable Sending sending,
            List<StepResult> steps) {
        public Loop {
            steps = List.copyOf(steps);
        }
    }

    /**
     * Calls and the time that they came in.
     *
     * @param throughputPerSecond calls answered without an error per second of the measured window
     * @param calls those calls
     * @param measuredSeconds the window's real length
     * @param outcome how many calls were good, rejected and failed; goodput counts from the intended start
     */
    public record Throughput(double throughputPerSecond, long calls, double measuredSeconds, Outcome outcome) {}

    /**
     * What the machine did to the window.
     *
     * @param resources what the window took of the machine and the network, as the generator saw it, with the server's pauses of
     *     that window from the server's log ({@link LabRun.ServerTelling#pauses()} has those of the ledgers' time)
     * @param raw the same figures with what stalls of the machine disturbed
     * @param disturbance how much that was
     */
    public record Noise(Resources resources, Raw raw, Disturbance disturbance) {}

    /** Calls answered rightly and in time per second of the measured window. */
    double goodputPerSecond() {
        return throughput.outcome().goodputPerSecond();
    }

    /** Failed calls of all codes. */
    public long errorCount() {
        return failures.errors().values().stream().mapToLong(Long::longValue).sum();
    }

    /** Failed calls of all codes per second of the measured window. */
    double failedPerSecond() {
        return throughput.measuredSeconds() > 0 ? errorCount() / throughput.measuredSeconds() : 0;
    }
}
