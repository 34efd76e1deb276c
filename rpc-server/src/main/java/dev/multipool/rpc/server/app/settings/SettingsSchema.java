package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.protocol.FrameBudget;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.server.WhenFull;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Every setting there is: the one list behind parsing, messages and {@code --help}. */
final class SettingsSchema {
    /** Pools are a family: any name may follow. */
    static final String POOLS = "pools.";

    static final String POOL_DEFAULT = "fixed:threads=16,queue=1000";
    private static final int MAX_META_BYTES = 64 << 10;
    private static final String ENVIRONMENT_PREFIX = "MULTIPOOL_";
    /** Read by logback.xml, before any setting is. */
    private static final String LOG_LEVEL = "MULTIPOOL_LOG_LEVEL";

    private static final List<String> LOG_LEVELS = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF");

    static final Setting<String> HOST = Setting.of(
            "server.host",
            "127.0.0.1",
            "a host name or address",
            "Address to listen on: 127.0.0.1 for callers on this machine, 0.0.0.0 for all",
            ValueParsers.text());
    static final Setting<Integer> PORT = Setting.of(
            "server.port",
            "8000",
            "0 to 65535",
            "Port to listen on; 0 takes a free one",
            ValueParsers.integer(0, 65_535));
    static final Setting<Integer> EVENT_LOOPS = Setting.of(
                    "server.event-loops",
                    Integer.toString(Runtime.getRuntime().availableProcessors()),
                    "1 to 1024",
                    "I/O threads; the default is the number of cores",
                    ValueParsers.integer(1, 1024))
            .withDefaultWords("number of cores");
    static final Setting<Integer> MAX_BODY_BYTES = Setting.of(
            "server.max-body-bytes",
            "4194304",
            "1024 to 67108864",
            "Largest frame body taken or sent, in bytes",
            ValueParsers.integer(1024, 64 << 20));
    static final Setting<OptionalLong> MAX_UNFINISHED_BYTES = Setting.of(
                    "server.max-unfinished-bytes",
                    "auto",
                    "auto, or 67584 to 1099511627776, and at least twice server.max-body-bytes and 65536",
                    "Most bytes that frames hold, on all connections together, whose rest has not come; auto is a quarter of"
                            + " the direct memory, or room for two of the largest frames where that is more",
                    ValueParsers.bytesOrAuto(67_584, 1L << 40))
            .thatDoesNothing("for frames that come whole, and what they hold while their calls wait");
    static final Setting<Duration> DEFAULT_DEADLINE = Setting.of(
                    "server.default-deadline",
                    "10s",
                    "1ms to 10080m, such as 500ms, 5s or 1m",
                    "Deadline of calls whose caller sent no timeout",
                    ValueParsers.duration(Duration.ofMillis(1)))
            .thatDoesNothing("for calls whose caller sends a timeout");
    static final Setting<Duration> MAX_DEADLINE = Setting.of(
                    "server.max-deadline",
                    "10m",
                    "1ms to 1440m, such as 5s or 1m",
                    "Longest deadline of a call, whatever longer timeout its caller sent",
                    ValueParsers.duration(Duration.ofMillis(1), Duration.ofDays(1)))
            .thatDoesNothing("for calls whose caller sent a shorter timeout, or none");
    static final Setting<Duration> DRAIN_TIMEOUT = Setting.of(
                    "server.drain-timeout",
                    "10s",
                    "0ms to 10080m, such as 500ms, 5s or 1m",
                    "Longest time that a stop lets running calls finish",
                    ValueParsers.duration(Duration.ZERO))
            .thatDoesNothing("when no call runs at the stop");
    static final Setting<Duration> WARM_UP = Setting.of(
                    "server.warm-up",
                    "3s",
                    "0ms to 60s, such as 500ms or 3s; 0ms for none",
                    "Longest time that the start spends, before it listens, on calls to a copy of itself: until they are"
                            + " answered as fast as they will be",
                    ValueParsers.duration(Duration.ZERO, Duration.ofMinutes(1)))
            .thatDoesNothing("beyond the few hundred calls that it takes to get warm");
    static final Setting<Integer> ACCEPT_COUNT = Setting.of(
                    "server.accept-count",
                    "128",
                    "1 to 65535",
                    "Listen backlog: connections that the operating system keeps while the server does not accept them",
                    ValueParsers.integer(1, 65_535))
            .thatDoesNothing("while the server accepts as fast as connections come, which is always so below"
                    + " server.max-connections; above net.core.somaxconn, to which the system caps it");
    static final Setting<Integer> MAX_CONNECTIONS = Setting.of(
                    "server.max-connections",
                    "10000",
                    "1 to 1000000",
                    "Most open connections",
                    ValueParsers.integer(1, 1_000_000))
            .thatDoesNothing(
                    "for load on few connections: one carries as many calls as" + " server.max-calls-in-flight allows");
    static final Setting<WhenFull> WHEN_CONNECTIONS_FULL = Setting.of(
                    "server.when-connections-full",
                    "wait",
                    "wait or refuse",
                    "Whether further connections wait in the backlog or are closed at once",
                    ValueParsers.oneOf(WhenFull.class))
            .thatDoesNothing("below server.max-connections");
    static final Setting<Integer> MAX_CALLS_IN_FLIGHT = Setting.of(
                    "server.max-calls-in-flight",
                    "10000",
                    "1 to 1000000",
                    "Most calls between admission and answer, of all connections and methods",
                    ValueParsers.integer(1, 1_000_000))
            .thatDoesNothing("where the pools and their queues are smaller in sum, since they reject first");
    static final Setting<Integer> MAX_UNSENT_BYTES = Setting.of(
                    "server.max-unsent-bytes",
                    "1048576",
                    "1024 to 1073741824",
                    "Most bytes of answers that wait on one connection for its peer to read",
                    ValueParsers.integer(1024, 1 << 30))
            .thatDoesNothing("for peers that read");
    static final Setting<Boolean> DARK_MODE = Setting.of(
                    "server.dark-mode",
                    "false",
                    "true or false",
                    "Whether the limits on calls are only counted and not enforced, to try them on live traffic",
                    ValueParsers.yesOrNo())
            .thatDoesNothing("for pools and connections: a full queue has no room all the same");

    private static final List<Setting<?>> SERVER = List.of(
            HOST,
            PORT,
            EVENT_LOOPS,
            MAX_BODY_BYTES,
            MAX_UNFINISHED_BYTES,
            DEFAULT_DEADLINE,
            MAX_DEADLINE,
            DRAIN_TIMEOUT,
            WARM_UP,
            ACCEPT_COUNT,
            MAX_CONNECTIONS,
            WHEN_CONNECTIONS_FULL,
            MAX_CALLS_IN_FLIGHT,
            MAX_UNSENT_BYTES,
            DARK_MODE);
    private static final List<SettingsGroup> GROUPS = List.of(
            new SettingsGroup("Server and limits", "limits.md", SERVER),
            new SettingsGroup("Transport and connections", "transport.md", TransportSchema.all()),
            new SettingsGroup("TLS and credentials", "security.md", TlsSchema.all()),
            new SettingsGroup("Methods", "query-items.md", MethodSchema.all()),
            new SettingsGroup("Adaptive admission", "../experiments/adaptive-admission.md", AdmissionSchema.all()),
            new SettingsGroup("Redis", "redis.md", RedisSchema.all()),
            new SettingsGroup("Admin port, slow calls, exhaustion", "admin.md", AdminSchema.all()),
            new SettingsGroup("Traces", "tracing.md", TracingSchema.all()));
    private static final List<Setting<?>> ALL = GROUPS.stream()
            .<Setting<?>>flatMap(group -> group.settings().stream())
            .toList();

    private static final Map<String, String> KEY_BY_ENVIRONMENT_NAME =
            ALL.stream().collect(Collectors.toMap(Setting::environmentName, Setting::key, (a, b) -> a, TreeMap::new));

    private SettingsSchema() {}

    /**
     * Reads what frames may cost.
     *
     * @throws SettingsException when the largest frame does not fit into the memory for unfinished ones
     */
    static ServerSettings.Frames frames(RawSettings raw) {
        int maxBodyBytes = raw.get(MAX_BODY_BYTES);
        FrameLimits limits = new FrameLimits(maxBodyBytes, Math.min(MAX_META_BYTES, maxBodyBytes));
        OptionalLong unfinished = raw.get(MAX_UNFINISHED_BYTES);
        long least = FrameBudget.leastBytes(limits);
        if (unfinished.isPresent() && unfinished.getAsLong() < least) {
            throw new SettingsException(MAX_UNFINISHED_BYTES.key() + ": " + unfinished.getAsLong() + " (expected: >= "
                    + least + ", for one frame of " + MAX_BODY_BYTES.key() + ": " + maxBodyBytes + ")");
        }
        return new ServerSettings.Frames(limits, unfinished.orElseGet(() -> FrameBudget.defaultBytes(limits)));
    }

    /**
     * Reads the times of the server.
     *
     * @throws SettingsException when they don't fit together
     */
    static ServerSettings.Times times(RawSettings raw) {
        Duration unset = raw.get(DEFAULT_DEADLINE);
        Duration longest = raw.get(MAX_DEADLINE);
        if (unset.compareTo(longest) > 0) {
            throw new SettingsException(DEFAULT_DEADLINE.key() + ": " + unset.toMillis() + "ms (expected: <= "
                    + MAX_DEADLINE.key() + ": " + longest.toMillis() + "ms)");
        }
        return new ServerSettings.Times(unset, longest, raw.get(DRAIN_TIMEOUT), raw.get(WARM_UP));
    }

    static List<SettingsGroup> groups() {
        return GROUPS;
    }

    static List<Setting<?>> all() {
        return ALL;
    }

    /** The setting for one pool of the family. */
    static String poolKey(String poolName) {
        return POOLS + poolName;
    }

    static void requireKnownKey(String key, String origin) {
        if (isPoolKey(key) || ALL.stream().anyMatch(setting -> setting.key().equals(key))) {
            return;
        }
        List<String> known = ALL.stream().map(Setting::key).toList();
        throw new SettingsException(
                "unknown setting " + key + " from " + origin + " (expected: " + NearestWord.of(key, known) + "?)");
    }

    private static boolean isPoolKey(String key) {
        return key.startsWith(POOLS) && key.length() > POOLS.length() && key.indexOf('.', POOLS.length()) < 0;
    }

    /**
     * Checks the one variable of ours that is no setting: {@code logback.xml} reads it before there are any.
     *
     * @throws SettingsException when it is no level; Logback would take that for DEBUG
     */
    static void requireLogLevel(Map<String, String> environment) {
        String level = environment.getOrDefault(LOG_LEVEL, "INFO");
        if (!LOG_LEVELS.contains(level.toUpperCase(Locale.ROOT))) {
            throw new SettingsException(LOG_LEVEL + ": \"" + level + "\" (expected: one of " + LOG_LEVELS + ")");
        }
    }

    /** The key that an environment variable sets; empty when it is none of ours. */
    static Optional<String> keyOfEnvironmentName(String name) {
        if (!name.startsWith(ENVIRONMENT_PREFIX) || name.equals(LOG_LEVEL)) {
            return Optional.empty();
        }
        String key = KEY_BY_ENVIRONMENT_NAME.get(name);
        if (key != null) {
            return Optional.of(key);
        }
        String poolPrefix = Setting.environmentNameOf(POOLS);
        if (name.startsWith(poolPrefix) && name.length() > poolPrefix.length()) {
            return Optional.of(poolKey(
                    name.substring(poolPrefix.length()).toLowerCase(Locale.ROOT).replace('_', '-')));
        }
        throw new SettingsException("unknown environment variable " + name + " (expected: "
                + NearestWord.of(name, List.copyOf(KEY_BY_ENVIRONMENT_NAME.keySet())) + "?)");
    }
}
