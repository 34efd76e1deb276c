package dev.multipool.spring;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.watch.ServerReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The server and its pools with their ledgers, and the change of a pool's bounds; the words are those of the admin port.
 *
 * <p><b>Threads</b>: any; what is asked for is read while calls go on.
 */
@Endpoint(id = "multipool")
public final class MultipoolEndpoint {
    private static final Logger log = LoggerFactory.getLogger(MultipoolEndpoint.class);

    private final RpcServer server;
    private final ServerReport report;

    MultipoolEndpoint(RpcServer server, ServerReport report) {
        this.server = server;
        this.report = report;
    }

    /** The server's counts and all pools. */
    @ReadOperation
    public Map<String, Object> all() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("server", report.server());
        tree.put("pools", report.pools().trees());
        return JsonNumbers.replaceNotANumber(tree);
    }

    /** One pool. */
    @ReadOperation
    public Map<String, Object> pool(@Selector String pool) {
        return JsonNumbers.replaceNotANumber(report.pools().tree(named(pool)));
    }

    /**
     * Changes a pool's bounds at once; what is not given stays.
     *
     * @param threads most threads of a fixed, virtual or direct pool
     * @param core threads that an idle cached or eager pool keeps
     * @param max most threads of a cached or eager pool
     * @param queue tasks that may wait
     */
    @WriteOperation
    public Map<String, Object> resize(
            @Selector String pool,
            @Nullable Integer threads,
            @Nullable Integer core,
            @Nullable Integer max,
            @Nullable Integer queue) {
        MeasuredPool changed = named(pool);
        // so that two changes at once end as one of the two and are logged in their order
        synchronized (changed) {
            PoolConfig before = changed.config();
            try {
                apply(changed, before, new Bounds(threads, core, max, queue));
            } catch (IllegalArgumentException e) {
                throw invalid(pool, String.valueOf(e.getMessage()));
            }
            log.info(
                    "pool {} resized: {} -> {}",
                    pool,
                    before.spec(),
                    changed.config().spec());
        }
        return JsonNumbers.replaceNotANumber(report.pools().tree(changed));
    }

    private static void apply(MeasuredPool pool, PoolConfig before, Bounds bounds) {
        boolean elastic = before.kind() == PoolKind.CACHED || before.kind() == PoolKind.EAGER;
        bounds.requireFitting(elastic);
        int max = or(elastic ? bounds.max : bounds.threads, before.maxThreads());
        int core = or(bounds.core, before.coreThreads());
        pool.resize(before.kind() == PoolKind.FIXED ? max : core, max, or(bounds.queue, before.queueCapacity()));
    }

    private static int or(@Nullable Integer given, int before) {
        return given == null ? before : given;
    }

    private MeasuredPool named(String name) {
        List<String> names =
                server.pools().stream().map(pool -> pool.config().name()).toList();
        if (!names.contains(name)) {
            throw invalid(name, "no pool " + name + " (expected: one of " + names + ")");
        }
        return server.pool(name);
    }

    private static InvalidEndpointRequestException invalid(String pool, String message) {
        return new InvalidEndpointRequestException("pool " + pool + ": " + message, message);
    }

    /** What a request asks for, in the words of a pool's spec. */
    private record Bounds(
            @Nullable Integer threads,
            @Nullable Integer core,
            @Nullable Integer max,
            @Nullable Integer queue) {
        void requireFitting(boolean elastic) {
            boolean foreign = elastic ? threads != null : core != null || max != null;
            boolean nothing = threads == null && core == null && max == null && queue == null;
            if (foreign || nothing) {
                throw new IllegalArgumentException((nothing ? "nothing to change" : "bounds of another kind of pool")
                        + " (expected: " + (elastic ? "core, max" : "threads") + " or queue)");
            }
        }
    }
}
