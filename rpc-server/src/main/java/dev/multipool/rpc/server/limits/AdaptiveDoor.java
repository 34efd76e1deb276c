package dev.multipool.rpc.server.limits;

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
 * <p>Before a call's arrival is stamped, its bytes wait for the event loop, and the event loop waits for a core. A
 * flood of calls that are turned away keeps the event loop busy. The server can't measure that wait. But the answer of
 * a call that ran on a pool waits for the same loop on its way out, and that it can measure. So this wait counts twice.
 * Without it TP99 as callers saw it was up to 3.9 ms above what the door aims at. This was measured under 28,000
 * rejections a second on one core (docs/experiments/overload.md).
 *
 * <p><b>Threads</b>: any; never blocks.
 */
public final class AdaptiveDoor implements CallDoor {
    private final AdmissionObjective objective;
    private final AdaptiveAdmission admission;
    private final NanoClock clock;

    public AdaptiveDoor(AdmissionSettings settings, NanoClock clock) {
        this.objective = settings.objective();
        this.admission = new AdaptiveAdmission(settings, clock);
        this.clock = clock;
    }

    @Override
    public @Nullable Admitted tryAdmit(long arrivedNanos) {
        if (!admission.tryAdmit()) {
            return null;
        }
        try {
            return new TimedCall(arrivedNanos);
        } catch (Throwable t) {
            // no memory: nobody else knows of the permit
            admission.withdrawn();
            throw t;
        }
    }

    @Override
    public String describeLimit() {
        return "adaptive limit (" + admission.limit() + " calls in flight) reached, to keep TP" + percentile()
                + " below " + objective.limit().toNanos() / 1e6 + " ms";
    }

    public AdmissionSnapshot snapshot() {
        return admission.snapshot();
    }

    private String percentile() {
        double percentile = objective.percentile();
        return percentile == Math.rint(percentile) ? Long.toString((long) percentile) : Double.toString(percentile);
    }

    /** A call that was let in, and its times. */
    private final class TimedCall implements Admitted {
        private final long arrivedNanos;
        private boolean started;
        private long startedNanos;
        private boolean measured;
        private long endedNanos;

        private TimedCall(long arrivedNanos) {
            this.arrivedNanos = arrivedNanos;
        }

        @Override
        public void startService() {
            startedNanos = clock.nanoTime();
            started = true;
        }

        /**
         * What took time counts, also when it failed. A call that a later limit turned away, or that a stop dropped, says
         * nothing about response times.
         */
        @Override
        public void end(@Nullable RpcException failure) {
            try {
                endedNanos = clock.nanoTime();
                measured = started || (failure != null && failure.is(RpcErrorCode.ERPCTIMEDOUT));
            } catch (Throwable noTime) {
                measured = false;
            }
        }

        /** Leaves the door whatever the clock throws. */
        @Override
        public void leave() {
            boolean counted = false;
            try {
                if (measured) {
                    long loopWait = clock.nanoTime() - endedNanos;
                    long serviceStart = started ? startedNanos : endedNanos;
                    counted = true;
                    admission.completed(serviceStart - arrivedNanos + 2 * loopWait, endedNanos - serviceStart);
                }
            } catch (Throwable noTime) {
                measured = false;
            }
            if (!counted) {
                admission.withdrawn();
            }
        }

        @Override
        public void withdraw() {
            admission.withdrawn();
        }
    }
}
