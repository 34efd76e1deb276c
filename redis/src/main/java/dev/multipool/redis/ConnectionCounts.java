package dev.multipool.redis;

import io.lettuce.core.protocol.Endpoint;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What became of connections. Any thread. */
final class ConnectionCounts {
    private final LongAdder reconnects = new LongAdder();
    private final LongAdder dropped = new LongAdder();

    /** Lettuce keeps a connection's endpoint while it makes the connection again and again. */
    private final Set<Endpoint> connectedBefore =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    void countConnected(Endpoint endpoint) {
        if (!connectedBefore.add(endpoint)) {
            reconnects.increment();
        }
    }

    void countDropped() {
        dropped.increment();
    }

    long reconnects() {
        return reconnects.sum();
    }

    long dropped() {
        return dropped.sum();
    }
}
