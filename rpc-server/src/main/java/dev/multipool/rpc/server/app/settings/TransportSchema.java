package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.protocol.transport.BufferAllocator;
import dev.multipool.rpc.protocol.transport.Transport;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import dev.multipool.rpc.server.connection.ConnectionTimeouts;
import java.time.Duration;
import java.util.List;

/** The settings of how connections move their bytes. */
final class TransportSchema {
    static final Setting<Transport> TRANSPORT = Setting.of(
            "server.transport",
            "auto",
            ValueTypes.oneOf(Transport.class, Transport::toString),
            "What waits for sockets; auto is epoll where it is available, else nio");
    static final Setting<BufferAllocator> ALLOCATOR = Setting.of(
                    "server.allocator",
                    "adaptive",
                    ValueTypes.oneOf(BufferAllocator.class),
                    "Where the buffers of connections come from")
            .thatDoesNothing("for messages themselves, which are ordinary Java objects");
    static final Setting<Boolean> TCP_NO_DELAY = Setting.of(
                    "server.tcp-no-delay",
                    "true",
                    ValueTypes.trueOrFalse(),
                    "Whether small answers leave at once instead of waiting for others (TCP_NODELAY)")
            .thatDoesNothing("for answers larger than a segment");
    static final Setting<Integer> FLUSHES_IN_ONE = Setting.of(
                    "server.flushes-in-one",
                    "256",
                    ValueTypes.integer(1, 65_536),
                    "Most answers of one connection that leave in one system call; 1 sends each by itself")
            .thatDoesNothing("for a connection with one call at a time");

    static final Setting<Duration> FRAME_TIMEOUT = timeout(
                    "server.frame-timeout",
                    "30s",
                    "Longest time from a frame's first bytes to its last, and of a TLS handshake")
            .thatDoesNothing("between frames, where server.idle-timeout counts");
    static final Setting<Duration> ANSWER_TIMEOUT = timeout(
                    "server.answer-timeout", "30s", "Longest time that a peer may take to read an answer")
            .thatDoesNothing("for a peer that reads slowly and gets along");
    static final Setting<Duration> IDLE_TIMEOUT = timeout(
                    "server.idle-timeout",
                    "15m",
                    "Longest time without a frame from a peer; more than the longest call takes, or it loses its connection")
            .thatDoesNothing("for a connection that carries calls");

    static final Setting<Duration> FIRST_CALL_TIMEOUT = timeout(
                    "server.first-call-timeout",
                    "10s",
                    "Longest time from a connection to its first whole call, with its credential where one is asked for,"
                            + " while server.max-connections are open; and of a TLS handshake always")
            .thatDoesNothing("for a plain connection below server.max-connections, which may come long before its first"
                    + " call");

    private TransportSchema() {}

    private static Setting<Duration> timeout(String key, String defaultText, String description) {
        return Setting.of(key, defaultText, ValueTypes.duration(Duration.ofMillis(10)), description);
    }

    static List<Setting<?>> all() {
        return List.of(
                TRANSPORT,
                ALLOCATOR,
                TCP_NO_DELAY,
                FLUSHES_IN_ONE,
                FRAME_TIMEOUT,
                ANSWER_TIMEOUT,
                IDLE_TIMEOUT,
                FIRST_CALL_TIMEOUT);
    }

    static ConnectionTimeouts readTimeouts(RawSettings raw) {
        return new ConnectionTimeouts(
                raw.get(FRAME_TIMEOUT), raw.get(ANSWER_TIMEOUT), raw.get(IDLE_TIMEOUT), raw.get(FIRST_CALL_TIMEOUT));
    }

    static TransportSettings read(RawSettings raw) {
        TransportSettings settings = new TransportSettings(
                raw.get(TRANSPORT), raw.get(ALLOCATOR), raw.get(TCP_NO_DELAY), raw.get(FLUSHES_IN_ONE));
        try {
            settings.transport().resolve();
        } catch (IllegalArgumentException e) {
            throw new SettingsException("server." + e.getMessage());
        }
        return settings;
    }
}
