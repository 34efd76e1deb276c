package dev.multipool.rpc.server.app.settings;

import dev.multipool.pools.PoolConfig;
import dev.multipool.redis.source.RedisRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All settings of the application, checked.
 *
 * @param server the RPC server's own
 * @param pools the pools by name
 * @param findUserInfo how findUserInfo runs
 * @param redis the store's
 */
public record ServerSettings(Server server, Map<String, PoolConfig> pools, FindUserInfo findUserInfo, Redis redis) {
    /** The RPC server's own settings. */
    public record Server(
            String host, int port, int eventLoops, int maxBodyBytes, Duration defaultDeadline, Duration drainTimeout) {}

    /** How findUserInfo runs; the pool counts when the execution is blocking. */
    public record FindUserInfo(ExecutionModel execution, String pool) {}

    /** Where the Redis comes from, how it is talked to, and what is written to it first. */
    public record Redis(
            RedisRequest source,
            String image,
            Duration connectTimeout,
            Duration commandTimeout,
            int requestQueue,
            int seedUsers,
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
                        "A pool; business is there always",
                        SettingsSchema.POOL_DEFAULT))
                .append("      fixed:threads=N[,queue=N]; ")
                .append(Setting.environmentNameOf(SettingsSchema.poolKey("NAME")));
        return text.toString();
    }

    private static String describe(String key, String description, String defaultText) {
        return "  " + key + " = " + defaultText + "\n      " + description + ".\n";
    }

    private static ServerSettings of(RawSettings raw) {
        Map<String, PoolConfig> pools = pools(raw);
        FindUserInfo findUserInfo = new FindUserInfo(
                raw.get(SettingsSchema.FIND_USER_INFO_EXECUTION), raw.get(SettingsSchema.FIND_USER_INFO_POOL));
        if (!pools.containsKey(findUserInfo.pool())) {
            throw new SettingsException(SettingsSchema.FIND_USER_INFO_POOL.key() + ": \"" + findUserInfo.pool()
                    + "\" (expected: one of " + pools.keySet() + ")");
        }
        return new ServerSettings(
                new Server(
                        raw.get(SettingsSchema.HOST),
                        raw.get(SettingsSchema.PORT),
                        raw.get(SettingsSchema.EVENT_LOOPS),
                        raw.get(SettingsSchema.MAX_BODY_BYTES),
                        raw.get(SettingsSchema.DEFAULT_DEADLINE),
                        raw.get(SettingsSchema.DRAIN_TIMEOUT)),
                pools,
                findUserInfo,
                new Redis(
                        raw.get(SettingsSchema.REDIS_SOURCE),
                        raw.get(SettingsSchema.REDIS_IMAGE),
                        raw.get(SettingsSchema.REDIS_CONNECT_TIMEOUT),
                        raw.get(SettingsSchema.REDIS_COMMAND_TIMEOUT),
                        raw.get(SettingsSchema.REDIS_REQUEST_QUEUE),
                        raw.get(SettingsSchema.REDIS_SEED_USERS),
                        raw.get(SettingsSchema.REDIS_SEED)));
    }

    private static Map<String, PoolConfig> pools(RawSettings raw) {
        Map<String, RawValue> texts = new LinkedHashMap<>();
        texts.put("business", new RawValue(SettingsSchema.POOL_DEFAULT, "the default"));
        texts.putAll(raw.pools());
        Map<String, PoolConfig> pools = new LinkedHashMap<>();
        texts.forEach((name, value) -> {
            try {
                pools.put(name, PoolConfig.parse(name, value.text()));
            } catch (IllegalArgumentException e) {
                throw new SettingsException(SettingsSchema.poolKey(name) + ": \"" + value.text() + "\" from "
                        + value.origin() + ": " + e.getMessage());
            }
        });
        return pools;
    }
}
