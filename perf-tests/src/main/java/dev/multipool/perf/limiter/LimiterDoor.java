package dev.multipool.perf.limiter;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.limits.CallDoor;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A limiter of the library concurrency-limits as the door of a server. It hears of each call once, when the call's event
 * loop has taken the answer, and measures from the call's admission to there.
 *
 * <p><b>Threads</b>: any; never blocks.
 */
final class LimiterDoor implements CallDoor {
    private final String rule;
    private final Limiter<Void> limiter;

    LimiterDoor(String rule, Limiter<Void> limiter) {
        this.rule = rule;
        this.limiter = limiter;
    }

    /**
     * A door with a limiter that neither queues calls nor knows them apart.
     *
     * @throws IllegalArgumentException when the text names no {@link PublishedLimit}
     */
    static LimiterDoor of(String rule) {
        return new LimiterDoor(
                rule,
                SimpleLimiter.newBuilder().limit(PublishedLimit.parse(rule)).build());
    }

    @Override
    @SuppressWarnings("NullAway") // a context may be null; the library doesn't say so
    public @Nullable Admitted tryAdmit(long arrivedNanos) {
        Optional<Limiter.Listener> listener = limiter.acquire(null);
        if (listener.isEmpty()) {
            return null;
        }
        try {
            return new LimitedCall(listener.get());
        } catch (Throwable t) {
            // no memory: nobody else knows of the permit
            listener.get().onIgnore();
            throw t;
        }
    }

    @Override
    public String describeLimit() {
        return "limit of " + rule + " reached";
    }

    /** A call that was let in, and what became of it. */
    private static final class LimitedCall implements Admitted {
        private final Limiter.Listener listener;
        private @Nullable RpcException failure;

        private LimitedCall(Limiter.Listener listener) {
            this.listener = listener;
        }

        @Override
        public void startService() {
            // the library asks for the whole time alone
        }

        @Override
        public void end(@Nullable RpcException cause) {
            failure = cause;
        }

        /** The library's own words: dropped is what timed out or met another limit. */
        @Override
        public void leave() {
            if (failure == null) {
                listener.onSuccess();
            } else if (failure.is(RpcErrorCode.ERPCTIMEDOUT) || failure.is(RpcErrorCode.ELIMIT)) {
                listener.onDropped();
            } else {
                listener.onIgnore();
            }
        }

        @Override
        public void withdraw() {
            listener.onIgnore();
        }
    }
}
