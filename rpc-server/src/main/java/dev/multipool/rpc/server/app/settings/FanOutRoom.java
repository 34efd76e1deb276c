package dev.multipool.rpc.server.app.settings;

import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import java.util.Map;

/**
 * Refuses pools that could not hold what queryItems submits at once for a single item: each request would be rejected,
 * on an idle server too.
 */
final class FanOutRoom {
    /** Conversions of one item; as the flow has them. */
    private static final int CONVERSIONS = 4;

    private FanOutRoom() {}

    static void require(MethodSettings method, QueryItemsSettings items, Map<String, PoolConfig> configs) {
        // in the async model queries are reads without a thread
        int queries = method.usesPool() ? items.queries() : 0;
        if (items.layout() == ItemLayout.COMMON_SELECT) {
            // an item's conversions are done before its queries begin
            require(items.selectPool(), Math.max(CONVERSIONS, queries), configs);
        } else {
            require(items.cpuPool(), CONVERSIONS, configs);
            require(items.ioPool(), queries, configs);
        }
    }

    private static void require(String name, int tasks, Map<String, PoolConfig> configs) {
        PoolConfig pool = configs.get(name);
        // a direct pool runs each task before its caller submits the next
        if (pool == null || pool.kind() == PoolKind.DIRECT) {
            return;
        }
        int room = pool.maxThreads() + pool.queueCapacity();
        if (room < tasks) {
            throw new SettingsException(PoolKeys.of(name) + ": \"" + pool.spec() + "\" holds " + room
                    + " tasks (expected: threads + queue >= " + tasks
                    + ", which methods.query-items submits at once for each item)");
        }
    }
}
