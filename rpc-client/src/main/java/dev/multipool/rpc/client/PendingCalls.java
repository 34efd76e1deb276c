package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.RpcException;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.netty.util.concurrent.Future;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one connection that wait for an answer, by correlation id. Confined to the connection's event loop.
 *
 * <p><b>Invariant</b>: each call here holds one slot of the client's limit, and whatever takes it out gives that back
 * before the call completes, so that a completion may send the next call at once. Its timer is cancelled when it has
 * completed, not before: a call that could not be completed is ended by its deadline.
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

    void add(long correlationId, long readsWhenSent, PendingCall<?, ?> call, Future<?> deadline) {
        call.enterMap(correlationId, readsWhenSent, deadline);
        try {
            byCorrelationId.put(correlationId, call);
        } catch (Throwable noMemory) {
            // it could not grow, and has the call all the same
            byCorrelationId.remove(correlationId);
            throw noMemory;
        }
    }

    /** The call that waits for this id; null when none does. */
    @Nullable
    PendingCall<?, ?> find(long correlationId) {
        return byCorrelationId.get(correlationId);
    }

    /** Takes a call out; false when it is out already. */
    boolean remove(PendingCall<?, ?> call) {
        if (byCorrelationId.remove(call.correlationId()) == null) {
            return false;
        }
        counters.giveSlotBack();
        return true;
    }

    boolean isEmpty() {
        return byCorrelationId.isEmpty();
    }

    void failAll(RpcException cause) {
        // a completion may send a next call: that one belongs to the new map, not into this loop
        LongObjectMap<PendingCall<?, ?>> next = new LongObjectHashMap<>();
        Iterator<PendingCall<?, ?>> failing = byCorrelationId.values().iterator();
        byCorrelationId = next;
        while (failing.hasNext()) {
            counters.giveSlotBack();
            fail(failing.next(), cause);
        }
    }

    private static void fail(PendingCall<?, ?> call, RpcException cause) {
        try {
            call.fail(cause);
        } catch (Throwable noMemory) {
            // its deadline will; the others are to be ended now
            return;
        }
    }
}
