package dev.multipool.rpc.server.app.settings;

import dev.multipool.pools.PoolConfig;
import java.util.List;
import java.util.Map;

/**
 * The pools and which of them waits for which, checked: a configuration that could come to a standstill is refused.
 *
 * @param configs by name
 * @param waits waits between them
 */
public record PoolPlan(Map<String, PoolConfig> configs, List<Wait> waits) {
    /** Tasks of the one pool wait for subtasks on the other. */
    public record Wait(String waiting, String other) {}
}
