package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.RpcException;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one connection that wait for an answer, by correlation id. Confined to the connection's event loop.
 *
 * <p><b>Invariant</b>: each call here holds one slot of the client's limit and one timer, and whatever takes it out
 * gives both back before the call completes, so that a completion may send the next call at once.
 */
@SuppressWarnings("FutureReturnValueIgnored") // calls are futures; taking one out is not waiting for it
final class PendingCalls {
    private final CallCounters counters;
    private LongObjectMap<PendingCall<?, ?>> byCorrelationId = new LongObjectHashMap<>();
    private long lastCorrelationId;

    PendingCalls(CallCounters counters) {
        this.counters = counters;
    }

    /** Ids are never used twice on a client's connection, so that an answer cannot meet the wrong call. */
    long nextCorrelationId() {
        return ++lastCorrelationId;
    }

    void add(long correlationId, PendingCall<?, ?> call, Future<?> deadline) {
        call.enterMap(correlationId, deadline);
        byCorrelationId.put(correlationId, call);
    }

    /** The call that waits for this id, which it does no longer; null when none does. */
    @Nullable
    PendingCall<?, ?> remove(long correlationId) {
        PendingCall<?, ?> call = byCorrelationId.remove(correlationId);
        if (call != null) {
            call.leaveMap();
            counters.giveSlotBack();
        }
        return call;
    }

    /** Takes a call out whose end is decided elsewhere; false when it is out already. */
    boolean discard(PendingCall<?, ?> call) {
        return remove(call.correlationId()) != null;
    }

    boolean isEmpty() {
        return byCorrelationId.isEmpty();
    }

    void failAll(RpcException cause) {
        // a completion may send a next call: that one belongs to the new map, not into this loop
        LongObjectMap<PendingCall<?, ?>> failing = byCorrelationId;
        byCorrelationId = new LongObjectHashMap<>();
        for (PendingCall<?, ?> call : failing.values()) {
            call.leaveMap();
            counters.giveSlotBack();
            call.fail(cause);
        }
    }
}
