package dev.multipool.perf.peers;

import dev.multipool.perf.machine.Calm;
import org.jspecify.annotations.Nullable;

/**
 * One contestant in one window, unscaled. What a contestant without a server of its own does not have is null.
 *
 * @param contestant its word
 * @param users concurrent users
 * @param round 1 for the first
 * @param callsPerSecond answered rightly
 * @param serverCpuMicros CPU time of the server per call, user and system
 * @param clientCpuMicros the same of the load process
 * @param serverContextSwitches per call, of all the server's threads
 * @param responseTime as the client sees it
 * @param serverSpinNanos one spin on the server's cores in that window
 * @param clientSpinNanos one spin on the client's cores
 * @param foreignCores kept busy by anything but the run, with what the hypervisor took
 * @param failures calls that failed or were answered wrongly, warm-up included
 * @param firstFailure why the first of them failed
 */
public record PeerWindow(
        String contestant,
        int users,
        int round,
        double callsPerSecond,
        @Nullable Double serverCpuMicros,
        @Nullable Double clientCpuMicros,
        @Nullable Double serverContextSwitches,
        ResponseTime responseTime,
        double serverSpinNanos,
        double clientSpinNanos,
        @Nullable Double foreignCores,
        long failures,
        @Nullable String firstFailure) {
    /**
     * Percentiles of one window.
     *
     * @param p50Millis the median
     * @param p99Millis TP99
     * @param p999Millis TP99.9; null where it isn't told
     */
    public record ResponseTime(
            double p50Millis, double p99Millis, @Nullable Double p999Millis) {}

    /** Whether the figures may be another program's. */
    boolean isDisturbed() {
        return foreignCores != null && foreignCores > Calm.LIMIT_CORES;
    }
}
