package dev.multipool.rpc.server;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.admission.AdaptiveAdmission;
import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.pools.admission.AdmissionSettings;
import dev.multipool.pools.admission.AdmissionSnapshot;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls in as long as their response time at the server keeps an objective, and tells {@link AdaptiveAdmission} what
 * became of each.
 *
 * <p><b>Threads</b>: any; never blocks.
 */
final class AdaptiveDoor {
    private final AdmissionObjective objective;
    private final AdaptiveAdmission admission;
    private final NanoClock clock;

    AdaptiveDoor(AdmissionSettings settings, NanoClock clock) {
        this.objective = settings.objective();
        this.admission = new AdaptiveAdmission(settings, clock);
        this.clock = clock;
    }

    /** Lets a call in; null when as many are in flight as the objective bears. */
    @Nullable
    Admitted tryAdmit(long arrivedNanos) {
        return admission.tryAdmit() ? new Admitted(arrivedNanos) : null;
    }

    /** Says which limit was reached. */
    String full() {
        return "adaptive limit (" + admission.limit() + " calls in flight) reached, to keep TP" + percentile()
                + " below " + objective.limit().toNanos() / 1e6 + " ms";
    }

    AdmissionSnapshot snapshot() {
        return admission.snapshot();
    }

    private String percentile() {
        double percentile = objective.percentile();
        return percentile == Math.rint(percentile) ? Long.toString((long) percentile) : Double.toString(percentile);
    }

    /**
     * A call that was let in. One thread at a time; {@link #ended} comes exactly once.
     */
    final class Admitted {
        private final long arrivedNanos;
        private boolean started;
        private long startedNanos;

        private Admitted(long arrivedNanos) {
            this.arrivedNanos = arrivedNanos;
        }

        /** Its queue time is over. */
        void serviceStarts() {
            startedNanos = clock.nanoTime();
            started = true;
        }

        /**
         * It was answered. What took time counts, also when it failed; a call that a later limit turned away, or that
         * was dropped by a stop, says nothing about response times.
         */
        void ended(@Nullable RpcException failure) {
            if (started) {
                admission.completed(startedNanos - arrivedNanos, clock.nanoTime() - startedNanos);
            } else if (failure != null && failure.is(RpcErrorCode.ERPCTIMEDOUT)) {
                admission.completed(clock.nanoTime() - arrivedNanos, 0);
            } else {
                admission.withdrawn();
            }
        }
    }
}
