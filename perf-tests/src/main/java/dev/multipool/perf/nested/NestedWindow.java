package dev.multipool.perf.nested;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.multipool.laboratory.machine.Calm;
import org.jspecify.annotations.Nullable;

/**
 * One flow in one window, unscaled. A step is a conversion or a query: a task of {@code select} where the flow has one.
 *
 * @param turn which window it is
 * @param requestsPerSecond answered rightly
 * @param cpuMicrosPerStep CPU time of the process, user and system
 * @param switchesPerStep context switches of all its threads
 * @param spinNanos one spin on its cores in that window
 * @param foreignCores kept busy by anything but the run, with what the hypervisor took
 * @param failed requests that failed
 */
public record NestedWindow(
        @JsonUnwrapped Turn turn,
        double requestsPerSecond,
        double cpuMicrosPerStep,
        double switchesPerStep,
        double spinNanos,
        double foreignCores,
        @JsonUnwrapped Failed failed) {
    /**
     * Which window it is.
     *
     * @param flow what was loaded
     * @param users concurrent users
     * @param round 1 for the first
     */
    public record Turn(FlowKind flow, int users, int round) {}

    /**
     * Requests that failed.
     *
     * @param failures requests that failed or were answered wrongly, warm-up included
     * @param firstFailure why the first of them failed
     */
    public record Failed(long failures, @Nullable String firstFailure) {}

    /** Whether the figures may be another program's. */
    boolean isDisturbed() {
        return foreignCores > Calm.LIMIT_CORES;
    }
}
