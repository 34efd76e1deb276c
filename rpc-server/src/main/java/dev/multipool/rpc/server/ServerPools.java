package dev.multipool.rpc.server;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolGraph;
import dev.multipool.rpc.protocol.FailureText;
import dev.multipool.rpc.server.limits.TimeBound;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** A server's pools by name, in the order in which they were added and in the one in which they stop. */
final class ServerPools {
    private static final Logger log = LoggerFactory.getLogger(ServerPools.class);

    private final Map<String, MeasuredPool> byName;
    private final PoolGraph graph;
    private final List<MeasuredPool> outermostFirst = new ArrayList<>();

    /**
     * @param byName in the order in which they were added
     * @param graph which of them waits for which
     */
    ServerPools(Map<String, MeasuredPool> byName, PoolGraph graph) {
        this.byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
        this.graph = graph;
        graph.outermostFirst().forEach(name -> this.outermostFirst.add(get(name)));
    }

    MeasuredPool get(String name) {
        MeasuredPool pool = byName.get(name);
        if (pool == null) {
            throw new IllegalArgumentException("name: " + name + " (expected: one of " + byName.keySet() + ")");
        }
        return pool;
    }

    PoolGraph graph() {
        return graph;
    }

    Collection<MeasuredPool> all() {
        return byName.values();
    }

    /** Stops each, outermost first, so that what still runs can get at the pools that it waits for. */
    void stop(TimeBound drain, Level level) {
        for (MeasuredPool pool : outermostFirst) {
            try {
                pool.stop(drain.remaining());
                log.atLevel(level).log("pool {} stopped", pool.config().name());
            } catch (Throwable t) {
                // a pool that was given to the server may be of any make, and the others must be stopped all the same
                log.warn("a pool can't be stopped: {}", FailureText.of(t));
            }
        }
    }
}
