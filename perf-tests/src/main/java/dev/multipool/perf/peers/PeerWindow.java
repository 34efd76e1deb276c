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
 * @param trouble what may have changed the figures
 * @param failed calls that failed
 */
public record PeerWindow(
        @JsonUnwrapped Turn turn,
        double callsPerSecond,
        @JsonUnwrapped Cost cost,
        ResponseTime responseTime,
        @JsonUnwrapped Spins spins,
        @JsonUnwrapped Trouble trouble,
        @JsonUnwrapped Failed failed) {
    /**
     * Which window it is.
     *
     * @param contestant its word
     * @param users concurrent users of a closed loop; 0 in an open one
     * @param offeredPerSecond calls that an open loop sends; null in a closed one
     * @param round 1 for the first
     */
    public record Turn(
            String contestant, int users, @Nullable Long offeredPerSecond, int round) {}

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

    /**
     * What may have changed the figures.
     *
     * @param foreignCores kept busy by anything but the run, with what the hypervisor took
     * @param sendDelayP99Millis how far the sender of an open loop fell behind; null in a closed one
     */
    public record Trouble(
            @Nullable Double foreignCores, @Nullable Double sendDelayP99Millis) {
        /** What the generator promises elsewhere, too. */
        private static final double LATE_MILLIS = 1;

        boolean isForeign() {
            return foreignCores != null && foreignCores > Calm.LIMIT_CORES;
        }

        /** Whether calls were sent so late that the figures are the sender's. */
        boolean isLate() {
            return sendDelayP99Millis != null && sendDelayP99Millis > LATE_MILLIS;
        }
    }

    /** Whether the figures may be another program's, or the sender's. */
    boolean isDisturbed() {
        return trouble.isForeign() || trouble.isLate();
    }

    /** Whether an open loop sent its calls. */
    boolean isOpenLoop() {
        return turn.offeredPerSecond() != null;
    }
}
