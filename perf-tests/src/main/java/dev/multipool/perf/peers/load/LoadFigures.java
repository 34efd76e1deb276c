package dev.multipool.perf.peers.load;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * What one window measured, unscaled.
 *
 * @param answered what became of the calls
 * @param seconds length of the window
 * @param cost what they cost
 * @param foreignCores kept busy by anything but the run's processes, with what the hypervisor took
 * @param times response times
 * @param sendDelayP99Micros how far the sender of an open loop fell behind; null in a closed one
 */
public record LoadFigures(
        @JsonUnwrapped Answered answered,
        double seconds,
        @JsonUnwrapped Cost cost,
        double foreignCores,
        @JsonUnwrapped Times times,
        @Nullable Double sendDelayP99Micros) {
    /**
     * What became of the calls.
     *
     * @param calls answered rightly within the window
     * @param failures calls that failed or were answered wrongly, warm-up included
     * @param firstFailure why the first of them failed
     */
    public record Answered(
            long calls, long failures, @Nullable String firstFailure) {}

    /**
     * What they cost.
     *
     * @param serverCpuSeconds CPU time of the server in the window, user and system
     * @param clientCpuSeconds the same of the load process
     * @param serverContextSwitches of all the server's threads
     */
    public record Cost(double serverCpuSeconds, double clientCpuSeconds, long serverContextSwitches) {}

    /**
     * Response times.
     *
     * @param p50Micros response time
     * @param p99Micros response time
     * @param p999Micros response time
     */
    public record Times(double p50Micros, double p99Micros, double p999Micros) {}
}
