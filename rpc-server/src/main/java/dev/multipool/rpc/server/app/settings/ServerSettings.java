package dev.multipool.rpc.server.app.settings;

import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.admission.AdmissionSettings;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import dev.multipool.rpc.server.ConnectionTimeouts;
import dev.multipool.rpc.server.ServerLimits;
import dev.multipool.rpc.server.app.mock.DelayDistribution;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All settings of the application, checked.
 *
 * @param server the RPC server's own
 * @param transport how the server's connections move their bytes
 * @param timeouts how long a connection may get nowhere
 * @param security who may call
 * @param limits how much the server takes at once
 * @param poolPlan the pools and which waits for which
 * @param admission the adaptive admission; empty when it is off
 * @param methods how each method runs
 * @param findUserInfo what findUserInfo weighs beyond its read
 * @param queryItems how queryItems does its work
 * @param mock the mock dependency's
 * @param redis the store's
 * @param operation how the service is watched and operated
 * @param effective every setting as it holds, with where it came from
 */
public record ServerSettings(
        Server server,
        TransportSettings transport,
        ConnectionTimeouts timeouts,
        SecuritySettings security,
        ServerLimits limits,
        PoolPlan poolPlan,
        Optional<AdmissionSettings> admission,
        Methods methods,
        FindUserInfoSettings findUserInfo,
        QueryItemsSettings queryItems,
        Mock mock,
        Redis redis,
        OperationSettings operation,
        List<EffectiveSetting> effective) {
    /** The RPC server's own settings. */
    public record Server(String host, int port, int eventLoops, Frames frames, Times times) {}

    /** The largest frames, and most bytes of those that have begun to come. */
    public record Frames(FrameLimits limits, long maxUnfinishedBytes) {}

    /** How long calls, the server's start and its stop may take. */
    public record Times(Duration defaultDeadline, Duration maxDeadline, Duration drainTimeout, Duration warmUp) {}

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
            RedisRequest source,
            boolean given,
            String image,
            Duration connectTimeout,
            Duration commandTimeout,
            Optional<Duration> silenceTimeout,
            int requestQueue,
            int connections,
            boolean gatherReads,
            int seedUsers,
            int seedItems,
            int seed) {}

    /**
     * Reads the settings of all origins.
     *
     * @param yaml the configuration file; null when there is none
     * @param environment the environment variables
     * @param flags values by key, from the command line: {@code server.port} to {@code 8000}
     * @throws SettingsException when a key is unknown or a value does not fit
     */
    public static ServerSettings load(@Nullable Path yaml, Map<String, String> environment, Map<String, String> flags) {
        RawSettings raw = new RawSettings();
        if (yaml != null) {
            raw.addYaml(yaml);
        }
        raw.addEnvironment(environment);
        flags.forEach((key, text) -> raw.add(key, text, "the command line"));
        return of(raw);
    }

    /**
     * Refuses to serve from an empty Redis of the server's own that nobody asked for.
     *
     * @throws SettingsException when no source of a Redis is given, and no users or items are written that would show that it
     *     is for trying
     */
    public void requireRedis() {
        if (!redis.given() && redis.seedUsers() == 0 && redis.seedItems() == 0) {
            throw new SettingsException("redis.source: not given (expected: where the data is, as --redis"
                    + " redis://HOST:PORT; or, to try the server with a Redis of its own, --redis auto)");
        }
    }

    /**
     * The same service for a moment on loopback, open to this machine, and without what makes its calls heavy or turns
     * them away: to warm its code up with.
     */
    public ServerSettings forWarmUp() {
        return new ServerSettings(
                new Server("127.0.0.1", 0, server.eventLoops(), server.frames(), server.times()),
                transport,
                timeouts,
                new SecuritySettings(null, security.reloadInterval(), null, security.maxWrongCredentials()),
                limits,
                poolPlan,
                Optional.empty(),
                methods,
                new FindUserInfoSettings(Duration.ZERO, DelayDistribution.NONE),
                queryItems.withoutCpu(),
                new Mock(DelayDistribution.NONE, mock.seed(), Optional.empty()),
                redis,
                operation,
                effective);
    }

    /** Whether nobody said where to listen. */
    public boolean isHostByDefault() {
        return effective.contains(EffectiveSetting.of(
                SettingsSchema.HOST.key(), RawSettings.byDefault(SettingsSchema.HOST.defaultText())));
    }

    /** The pools by name. */
    public Map<String, PoolConfig> pools() {
        return poolPlan.configs();
    }

    /** Every setting with its environment variable, default and range, as {@code --help} shows it. */
    public static String describeAll() {
        StringBuilder text = new StringBuilder();
        for (Setting<?> setting : SettingsSchema.all()) {
            text.append(describe(setting.key(), setting.description(), setting.defaultText()))
                    .append("      ")
                    .append(setting.expected())
                    .append("; ")
                    .append(setting.environmentName())
                    .append('\n');
        }
        text.append(describe(
                        SettingsSchema.poolKey("NAME"),
                        "A pool; business is there always, common, select, io and cpu when queryItems uses them",
                        SettingsSchema.POOL_DEFAULT))
                .append("      fixed, cached, eager, virtual or direct, as in fixed:threads=N[,queue=N]; ")
                .append(Setting.environmentNameOf(SettingsSchema.poolKey("NAME")));
        return text.toString();
    }

    /** Every setting as a page in Markdown: docs/reference/configuration.md. */
    public static String reference() {
        return SettingsReference.markdown();
    }

    private static String describe(String key, String description, String defaultText) {
        return "  " + key + " = " + defaultText + "\n      " + description + ".\n";
    }

    private static ServerSettings of(RawSettings raw) {
        Methods methods = new Methods(
                MethodSchema.FIND_USER_INFO.read(raw),
                MethodSchema.QUERY_ITEMS.read(raw),
                MethodSchema.MOCK_DELAY.read(raw));
        QueryItemsSettings queryItems = MethodSchema.queryItems(raw);
        Map<MethodSchema.Method, MethodSettings> byMethod = new LinkedHashMap<>();
        byMethod.put(MethodSchema.FIND_USER_INFO, methods.findUserInfo());
        byMethod.put(MethodSchema.QUERY_ITEMS, methods.queryItems());
        byMethod.put(MethodSchema.MOCK_DELAY, methods.mockDelay());
        PoolPlan poolPlan = PoolPlan.of(raw, byMethod, queryItems);
        return new ServerSettings(
                new Server(
                        raw.get(SettingsSchema.HOST),
                        raw.get(SettingsSchema.PORT),
                        raw.get(SettingsSchema.EVENT_LOOPS),
                        SettingsSchema.frames(raw),
                        SettingsSchema.times(raw)),
                TransportSchema.read(raw),
                TransportSchema.timeouts(raw),
                TlsSchema.read(raw),
                new ServerLimits(
                        raw.get(SettingsSchema.ACCEPT_COUNT),
                        raw.get(SettingsSchema.MAX_CONNECTIONS),
                        raw.get(SettingsSchema.WHEN_CONNECTIONS_FULL),
                        raw.get(SettingsSchema.MAX_CALLS_IN_FLIGHT),
                        raw.get(SettingsSchema.MAX_UNSENT_BYTES),
                        raw.get(SettingsSchema.DARK_MODE)),
                poolPlan,
                AdmissionSchema.read(raw),
                methods,
                MethodSchema.findUserInfo(raw),
                queryItems,
                MethodSchema.mock(raw, methods.mockDelay()),
                RedisSchema.read(raw),
                AdminSchema.read(raw),
                raw.effective(poolPlan.configs()));
    }
}
