package dev.multipool.spring;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolState;
import dev.multipool.pools.QueueConfig;
import dev.multipool.rpc.server.RpcServer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Up while the server takes calls, out of service before its start and while it drains. A full pool does not make it
 * unhealthy: a restart would not mend that.
 */
final class RpcServerHealthIndicator implements HealthIndicator {
    private final RpcServer server;

    RpcServerHealthIndicator(RpcServer server) {
        this.server = server;
    }

    @Override
    public Health health() {
        RpcServer.State state = server.state();
        Health.Builder health = state == RpcServer.State.RUNNING ? Health.up() : Health.outOfService();
        return health.withDetail("state", state)
                .withDetail("callsInFlight", server.callsInFlight())
                .withDetail("connections", server.connections())
                .withDetail("pools", pools())
                .build();
    }

    private Map<String, String> pools() {
        Map<String, String> pools = new LinkedHashMap<>();
        for (MeasuredPool pool : server.pools()) {
            PoolState now = pool.snapshot().state();
            pools.put(
                    now.name(),
                    now.active() + " of " + now.maxThreads() + " threads busy, " + now.queueDepth() + " of "
                            + QueueConfig.words(now.queueCapacity()) + " queued");
        }
        return pools;
    }
}
