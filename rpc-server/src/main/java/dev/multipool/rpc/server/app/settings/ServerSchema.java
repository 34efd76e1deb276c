package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.protocol.FrameBudget;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.server.limits.ServerLimits;
import dev.multipool.rpc.server.limits.WhenFull;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of the server itself: where it listens, its limits and its times. */
final class ServerSchema {
    private static final int MAX_META_BYTES = 64 << 10;

    static final Setting<String> HOST = Setting.of(
                    "server.host",
                    "127.0.0.1",
                    ValueTypes.text("a host name or address"),
                    "Address to listen on: 127.0.0.1 for callers on this machine, 0.0.0.0 for all")
            .withFlag("--host", "HOST");
    static final Setting<Integer> PORT = Setting.of(
                    "server.port", "8000", ValueTypes.integer(0, 65_535), "Port to listen on; 0 takes a free one")
            .withFlag("--port", "N");
    static final Setting<Integer> EVENT_LOOPS = Setting.of(
                    "server.event-loops",
                    Integer.toString(Runtime.getRuntime().availableProcessors()),
                    ValueTypes.integer(1, 1024),
                    "I/O threads; the default is the number of cores")
            .withDefaultWords("number of cores");
    static final Setting<Integer> MAX_BODY_BYTES = Setting.of(
            "server.max-body-bytes",
            "4194304",
            ValueTypes.integer(1024, 64 << 20),
            "Largest frame body taken or sent, in bytes");
    static final Setting<Optional<Long>> MAX_UNFINISHED_BYTES = Setting.of(
                    "server.max-unfinished-bytes",
                    "auto",
                    ValueTypes.bytes(67_584, 1L << 40)
                            .or("auto")
                            .withRule("and at least twice server.max-body-bytes and 65536"),
                    "Most bytes that frames hold, on all connections together, whose rest has not come; auto is a quarter of"
                            + " the direct memory, or room for two of the largest frames where that is more")
            .thatDoesNothing("for frames that come whole, and what they hold while their calls wait");
    static final Setting<Duration> DEFAULT_DEADLINE = Setting.of(
                    "server.default-deadline",
                    "10s",
                    ValueTypes.duration(Duration.ofMillis(1)),
                    "Deadline of calls whose caller sent no timeout")
            .thatDoesNothing("for calls whose caller sends a timeout");
    static final Setting<Duration> MAX_DEADLINE = Setting.of(
                    "server.max-deadline",
                    "10m",
                    ValueTypes.duration(Duration.ofMillis(1), Duration.ofDays(1)),
                    "Longest deadline of a call, whatever longer timeout its caller sent")
            .thatDoesNothing("for calls whose caller sent a shorter timeout, or none");
    static final Setting<Duration> DRAIN_TIMEOUT = Setting.of(
                    "server.drain-timeout",
                    "10s",
                    ValueTypes.duration(Duration.ZERO),
                    "Longest time that a stop lets running calls finish")
            .thatDoesNothing("when no call runs at the stop");
    static final Setting<Duration> WARM_UP = Setting.of(
                    "server.warm-up",
                    "3s",
                    ValueTypes.duration(Duration.ZERO, Duration.ofMinutes(1)),
                    "Longest time that the start spends, before it listens, on calls to a copy of itself: until they are"
                            + " answered as fast as they will be; 0ms for none")
            .thatDoesNothing("beyond the few hundred calls that it takes to get warm");
    static final Setting<Integer> ACCEPT_COUNT = Setting.of(
                    "server.accept-count",
                    "128",
                    ValueTypes.integer(1, 65_535),
                    "Listen backlog: connections that the operating system keeps while the server does not accept them")
            .thatDoesNothing("while the server accepts as fast as connections come, which is always so below"
                    + " server.max-connections; above net.core.somaxconn, to which the system caps it");
    static final Setting<Integer> MAX_CONNECTIONS = Setting.of(
                    "server.max-connections", "10000", ValueTypes.integer(1, 1_000_000), "Most open connections")
            .thatDoesNothing(
                    "for load on few connections: one carries as many calls as" + " server.max-calls-in-flight allows");
    static final Setting<WhenFull> WHEN_CONNECTIONS_FULL = Setting.of(
                    "server.when-connections-full",
                    "wait",
                    ValueTypes.oneOf(WhenFull.class),
                    "Whether further connections wait in the backlog or are closed at once")
            .thatDoesNothing("below server.max-connections");
    static final Setting<Integer> MAX_CALLS_IN_FLIGHT = Setting.of(
                    "server.max-calls-in-flight",
                    "10000",
                    ValueTypes.integer(1, 1_000_000),
                    "Most calls between admission and answer, of all connections and methods")
            .thatDoesNothing("where the pools and their queues are smaller in sum, since they reject first");
    static final Setting<Integer> MAX_UNSENT_BYTES = Setting.of(
                    "server.max-unsent-bytes",
                    "1048576",
                    ValueTypes.integer(1024, 1 << 30),
                    "Most bytes of answers that wait on one connection for its peer to read")
            .thatDoesNothing("for peers that read");
    static final Setting<Boolean> DARK_MODE = Setting.of(
                    "server.dark-mode",
                    "false",
                    ValueTypes.trueOrFalse(),
                    "Whether the limits on calls are only counted and not enforced, to try them on live traffic")
            .thatDoesNothing("for pools and connections: a full queue has no room all the same");

    private ServerSchema() {}

    static List<Setting<?>> all() {
        return List.of(
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
    }

    static ServerSettings.Address readAddress(RawSettings raw) {
        return new ServerSettings.Address(raw.get(HOST), raw.isGiven(HOST), raw.get(PORT));
    }

    /**
     * Reads what the server takes at most.
     *
     * @throws SettingsException when its parts don't fit together
     */
    static ServerSettings.Bounds readBounds(RawSettings raw) {
        return new ServerSettings.Bounds(readFrames(raw), readTimes(raw), readLimits(raw), AdmissionSchema.read(raw));
    }

    private static ServerLimits readLimits(RawSettings raw) {
        return new ServerLimits(
                raw.get(ACCEPT_COUNT),
                raw.get(MAX_CONNECTIONS),
                raw.get(WHEN_CONNECTIONS_FULL),
                raw.get(MAX_CALLS_IN_FLIGHT),
                raw.get(MAX_UNSENT_BYTES),
                raw.get(DARK_MODE));
    }

    /**
     * Reads what frames may cost.
     *
     * @throws SettingsException when the largest frame does not fit into the memory for unfinished ones
     */
    private static ServerSettings.Frames readFrames(RawSettings raw) {
        int maxBodyBytes = raw.get(MAX_BODY_BYTES);
        FrameLimits limits = new FrameLimits(maxBodyBytes, Math.min(MAX_META_BYTES, maxBodyBytes));
        Optional<Long> unfinished = raw.get(MAX_UNFINISHED_BYTES);
        long least = FrameBudget.leastBytes(limits);
        if (unfinished.isPresent() && unfinished.get() < least) {
            throw new SettingsException(MAX_UNFINISHED_BYTES.key() + ": " + unfinished.get() + " (expected: >= " + least
                    + ", for one frame of " + MAX_BODY_BYTES.key() + ": " + maxBodyBytes + ")");
        }
        return new ServerSettings.Frames(limits, unfinished.orElseGet(() -> FrameBudget.defaultBytes(limits)));
    }

    /**
     * Reads the times of the server.
     *
     * @throws SettingsException when they don't fit together
     */
    private static ServerSettings.Times readTimes(RawSettings raw) {
        Duration unset = raw.get(DEFAULT_DEADLINE);
        Duration longest = raw.get(MAX_DEADLINE);
        if (unset.compareTo(longest) > 0) {
            throw new SettingsException(DEFAULT_DEADLINE.key() + ": " + unset.toMillis() + "ms (expected: <= "
                    + MAX_DEADLINE.key() + ": " + longest.toMillis() + "ms)");
        }
        return new ServerSettings.Times(unset, longest, raw.get(DRAIN_TIMEOUT), raw.get(WARM_UP));
    }
}
