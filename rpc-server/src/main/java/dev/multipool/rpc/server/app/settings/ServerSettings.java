package dev.multipool.rpc.server.app.settings;

import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.admission.AdmissionSettings;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import dev.multipool.rpc.server.app.mock.DelayDistribution;
import dev.multipool.rpc.server.connection.ConnectionTimeouts;
import dev.multipool.rpc.server.limits.ServerLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All settings of the application, checked.
 *
 * @param network how callers reach the server
 * @param bounds what the server takes at most
 * @param service what its methods do
 * @param poolPlan the pools and which waits for which
 * @param redis the store's
 * @param operation how the service is watched and operated
 * @param effective every setting as it holds, with where it came from
 */
public record ServerSettings(
        Network network,
        Bounds bounds,
        Service service,
        PoolPlan poolPlan,
        Redis redis,
        OperationSettings operation,
        List<EffectiveSetting> effective) {
    /**
     * How callers reach the server.
     *
     * @param address where it listens
     * @param eventLoops its I/O threads
     * @param transport how connections move their bytes
     * @param timeouts how long a connection may get nowhere
     * @param security who may call
     */
    public record Network(
            Address address,
            int eventLoops,
            TransportSettings transport,
            ConnectionTimeouts timeouts,
            SecuritySettings security) {}

    /**
     * Where the server listens.
     *
     * @param hostGiven whether somebody said so
     */
    public record Address(String host, boolean hostGiven, int port) {}

    /**
     * What the server takes at most.
     *
     * @param admission the adaptive admission; empty when it is off
     */
    public record Bounds(Frames frames, Times times, ServerLimits limits, Optional<AdmissionSettings> admission) {}

    /** The largest frames, and most bytes of those that have begun to come. */
    public record Frames(FrameLimits limits, long maxUnfinishedBytes) {}

    /** How long calls, the server's start and its stop may take. */
    public record Times(Duration defaultDeadline, Duration maxDeadline, Duration drainTimeout, Duration warmUp) {}

    /**
     * What the methods do.
     *
     * @param methods how each method runs
     * @param findUserInfo what findUserInfo weighs beyond its read
     * @param queryItems how queryItems does its work
     * @param mock the mock dependency's
     */
    public record Service(
            Methods methods, FindUserInfoSettings findUserInfo, QueryItemsSettings queryItems, Mock mock) {}

    /** How each method runs. */
    public record Methods(MethodSettings findUserInfo, MethodSettings queryItems, MethodSettings mockDelay) {}

    /** How long the mock dependency takes, and how MockService/delay is kept apart from the rest where it is. */
    public record Mock(DelayDistribution delay, int seed, Optional<IsolationSettings> isolation) {}

    /**
     * Where the Redis comes from, how it is talked to, and what is written to it first.
     *
     * @param given whether somebody said where it comes from
     */
    public record Redis(
            RedisRequest source, boolean given, String image, RedisConnections connections, RedisSeed seed) {}

    /**
     * How Redis is talked to.
     *
     * @param silenceTimeout how long a connection may owe replies; empty for twice the command timeout
     * @param requestQueue most commands that wait on each connection
     * @param count connections to each server
     * @param gatherReads whether reads that arrive together travel together
     */
    public record RedisConnections(
            Duration connectTimeout,
            Duration commandTimeout,
            Optional<Duration> silenceTimeout,
            int requestQueue,
            int count,
            boolean gatherReads) {}

    /**
     * What is written to Redis before the server listens.
     *
     * @param random seed of the contents
     */
    public record RedisSeed(int users, int items, int random) {}

    /**
     * Refuses to serve from an empty Redis of the server's own that nobody asked for.
     *
     * @throws SettingsException when no source of a Redis is given, and no users or items are written that would show that it
     *     is for trying
     */
    public void requireRedis() {
        if (!redis.given() && redis.seed().users() == 0 && redis.seed().items() == 0) {
            throw new SettingsException("redis.source: not given (expected: where the data is, as --redis"
                    + " redis://HOST:PORT; or, to try the server with a Redis of its own, --redis auto)");
        }
    }

    /**
     * Makes the settings of the same service for a moment on loopback, to warm its code up with. It is open to this
     * machine, and has nothing that makes its calls heavy or turns them away.
     */
    public ServerSettings forWarmUp() {
        SecuritySettings security = network.security();
        return new ServerSettings(
                new Network(
                        new Address("127.0.0.1", true, 0),
                        network.eventLoops(),
                        network.transport(),
                        network.timeouts(),
                        new SecuritySettings(null, security.reloadInterval(), null, security.maxWrongCredentials())),
                new Bounds(bounds.frames(), bounds.times(), bounds.limits(), Optional.empty()),
                new Service(
                        service.methods(),
                        new FindUserInfoSettings(Duration.ZERO, DelayDistribution.NONE),
                        service.queryItems().withoutCpu(),
                        new Mock(DelayDistribution.NONE, service.mock().seed(), Optional.empty())),
                poolPlan,
                redis,
                operation,
                effective);
    }

    /** The pools by name. */
    public Map<String, PoolConfig> pools() {
        return poolPlan.configs();
    }
}
