package dev.multipool.rpc.server.limits;

import dev.multipool.rpc.protocol.RpcException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts rejections by reason; making one for a caller and counting it are the same step, so that none goes unseen. */
public final class RejectionCounts {
    private final Map<CallRejection, LongAdder> counts = new EnumMap<>(CallRejection.class);

    public RejectionCounts() {
        for (CallRejection reason : CallRejection.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    /** Counts the rejection and gives its answer. */
    public RpcException reject(CallRejection reason, String text) {
        count(reason);
        return new RpcException(reason.code(), text);
    }

    @SuppressWarnings("NullAway") // every reason has its counter from the constructor on
    public void count(CallRejection reason) {
        counts.get(reason).increment();
    }

    public Map<CallRejection, Long> snapshot() {
        Map<CallRejection, Long> snapshot = new EnumMap<>(CallRejection.class);
        counts.forEach((reason, count) -> snapshot.put(reason, count.sum()));
        return snapshot;
    }
}
