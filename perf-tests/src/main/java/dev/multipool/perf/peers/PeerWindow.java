package dev.multipool.perf.peers;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.multipool.laboratory.machine.Calm;
import org.jspecify.annotations.Nullable;

/**
 * One contestant in one window, unscaled. What a contestant without a server of its own does not have is null.
 *
 * @param turn which window it is
 * @param callsPerSecond answered rightly
 * @param cost what a call cost
 * @param responseTime as the client sees it
 * @param spins how fast the cores were
 * @param foreignCores kept busy by anything but the run, with what the hypervisor took
 * @param failed calls that failed
 */
public record PeerWindow(
        @JsonUnwrapped Turn turn,
        double callsPerSecond,
        @JsonUnwrapped Cost cost,
        ResponseTime responseTime,
        @JsonUnwrapped Spins spins,
        @Nullable Double foreignCores,
        @JsonUnwrapped Failed failed) {
    /**
     * Which window it is.
     *
     * @param contestant its word
     * @param users concurrent users
     * @param round 1 for the first
     */
    public record Turn(String contestant, int users, int round) {}

    /**
     * What a call cost.
     *
     * @param serverCpuMicros CPU time of the server per call, user and system
     * @param clientCpuMicros the same of the load process
     * @param serverContextSwitches per call, of all the server's threads
     */
    public record Cost(
            @Nullable Double serverCpuMicros,
            @Nullable Double clientCpuMicros,
            @Nullable Double serverContextSwitches) {}

    /**
     * How fast the cores were.
     *
     * @param serverSpinNanos one spin on the server's cores in that window
     * @param clientSpinNanos one spin on the client's cores
     */
    public record Spins(double serverSpinNanos, double clientSpinNanos) {}

    /**
     * Calls that failed.
     *
     * @param failures calls that failed or were answered wrongly, warm-up included
     * @param firstFailure why the first of them failed
     */
    public record Failed(long failures, @Nullable String firstFailure) {}

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
