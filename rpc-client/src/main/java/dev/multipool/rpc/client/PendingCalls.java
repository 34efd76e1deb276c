package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.RpcException;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.netty.util.concurrent.Future;
import java.util.Iterator;
import java.util.function.IntFunction;
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
    private static final int SMALLEST = 8;

    private final CallCounters counters;
    private final IntFunction<LongObjectMap<PendingCall<?, ?>>> maps;
    private LongObjectMap<PendingCall<?, ?>> byCorrelationId;
    private int capacity = SMALLEST;
    private long lastCorrelationId;

    PendingCalls(CallCounters counters) {
        this(counters, LongObjectHashMap::new);
    }

    /** @param maps makes a map of so many places, a power of two, which grows when it holds more than half as many */
    PendingCalls(CallCounters counters, IntFunction<LongObjectMap<PendingCall<?, ?>>> maps) {
        this.counters = counters;
        this.maps = maps;
        this.byCorrelationId = maps.apply(SMALLEST);
    }

    /** Ids are never used twice on a client's connection, so that an answer cannot meet the wrong call. */
    long nextCorrelationId() {
        return ++lastCorrelationId;
    }

    /** Throws where there is no memory for one more; then the call is not in the map, and the others still are. */
    void add(long correlationId, long readsWhenSent, PendingCall<?, ?> call, Future<?> deadline) {
        call.enterMap(correlationId, readsWhenSent, deadline);
        makeRoom();
        byCorrelationId.put(correlationId, call);
    }

    /** Netty's map grows in two steps, and finds none of its entries again when the memory ends between them. So it never grows. */
    private void makeRoom() {
        if (byCorrelationId.size() >= capacity / 2) {
            LongObjectMap<PendingCall<?, ?>> larger = maps.apply(2 * capacity);
            larger.putAll(byCorrelationId);
            byCorrelationId = larger;
            capacity *= 2;
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
        LongObjectMap<PendingCall<?, ?>> next = maps.apply(SMALLEST);
        Iterator<PendingCall<?, ?>> failing = byCorrelationId.values().iterator();
        byCorrelationId = next;
        capacity = SMALLEST;
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
