package dev.multipool.spring;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.server.limits.ServerLimits;
import dev.multipool.rpc.server.limits.WhenFull;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The server of an application, as its {@code multipool.*} properties describe it; {@link MultipoolTimes} has the times.
 *
 * @param host address to listen on; loopback unless it is given
 * @param port port to listen on; 0 takes a free one
 * @param eventLoops I/O threads; as many as there are cores when it is not given
 * @param pools the pools by name, each in one string, such as {@code fixed:threads=16,queue=1000}
 * @param waits which pools' tasks wait for tasks on which others; a cycle ends the start
 * @param limits how much is taken at once
 * @param tracing whether and how calls are traced, in an application that has an OpenTelemetry
 */
@ConfigurationProperties("multipool")
public record MultipoolProperties(
        @DefaultValue("127.0.0.1") String host,
        @DefaultValue("8000") int port,
        @Nullable Integer eventLoops,
        @DefaultValue Map<String, String> pools,
        @DefaultValue Map<String, List<String>> waits,
        @DefaultValue Limits limits,
        @DefaultValue Tracing tracing) {
    public MultipoolProperties {
        if (host.isBlank()) {
            throw new IllegalArgumentException("multipool.host: '" + host + "' (expected: a host name or an address)");
        }
        requireWithin("multipool.port", port, 0, 65_535);
        if (eventLoops != null) {
            requireWithin("multipool.event-loops", eventLoops, 1, 1024);
        }
        pools = new LinkedHashMap<>(pools);
        pools.forEach(MultipoolProperties::parse);
        for (Map.Entry<String, List<String>> wait : waits.entrySet()) {
            requirePool(pools, wait.getKey());
            for (String other : wait.getValue()) {
                requirePool(pools, other);
            }
        }
    }

    /** The pools' configurations, in the order in which they were given. */
    List<PoolConfig> poolConfigs() {
        return pools.entrySet().stream()
                .map(pool -> parse(pool.getKey(), pool.getValue()))
                .toList();
    }

    private static PoolConfig parse(String name, String spec) {
        try {
            return PoolConfig.parse(name, spec);
        } catch (IllegalArgumentException e) {
            // without its cause: Spring Boot's report of a failed start shows the innermost message
            throw new IllegalArgumentException("multipool.pools." + name + ": " + e.getMessage());
        }
    }

    private static void requirePool(Map<String, String> pools, String name) {
        if (!pools.containsKey(name)) {
            throw new IllegalArgumentException(
                    "multipool.waits: no pool " + name + " (expected: one of " + pools.keySet() + ")");
        }
    }

    private static void requireWithin(String key, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(key + ": " + value + " (expected: " + least + " to " + most + ")");
        }
    }

    /**
     * Whether and how calls are traced, in an application that has an OpenTelemetry and multipool-opentelemetry.
     *
     * @param enabled whether the server's calls and the tasks on its pools are traced
     * @param trustCallers whether a call that comes with trace ids belongs to that trace; else it begins its own, with a link
     */
    public record Tracing(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("true") boolean trustCallers) {}

    /**
     * How much the server takes before it says no.
     *
     * @param acceptCount length of the listen backlog
     * @param maxConnections most open connections
     * @param whenConnectionsFull what happens to further connections
     * @param maxCallsInFlight most calls between their admission and their answer, of all connections
     * @param maxUnsent most bytes of answers that wait on one connection for its peer to read
     * @param darkMode whether calls above these limits are only counted, and served all the same
     */
    public record Limits(
            @DefaultValue("128") int acceptCount,
            @DefaultValue("10000") int maxConnections,
            @DefaultValue("wait") WhenFull whenConnectionsFull,
            @DefaultValue("10000") int maxCallsInFlight,
            @DefaultValue("1MB") DataSize maxUnsent,
            @DefaultValue("false") boolean darkMode) {
        public Limits {
            requireWithin("multipool.limits.accept-count", acceptCount, 1, Integer.MAX_VALUE);
            requireWithin("multipool.limits.max-connections", maxConnections, 1, Integer.MAX_VALUE);
            requireWithin("multipool.limits.max-calls-in-flight", maxCallsInFlight, 1, Integer.MAX_VALUE);
            if (maxUnsent.toBytes() < 1 || maxUnsent.toBytes() > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "multipool.limits.max-unsent: " + maxUnsent + " (expected: 1B to 2147483647B)");
            }
        }

        ServerLimits toServerLimits() {
            return new ServerLimits(
                    acceptCount,
                    maxConnections,
                    whenConnectionsFull,
                    maxCallsInFlight,
                    (int) maxUnsent.toBytes(),
                    darkMode);
        }
    }
}
