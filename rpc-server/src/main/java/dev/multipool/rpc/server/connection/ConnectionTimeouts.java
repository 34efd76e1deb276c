package dev.multipool.rpc.server.connection;

import java.time.Duration;

/**
 * How long a connection may go without getting anywhere. Looked at now and then, so a connection ends up to a quarter of
 * the smallest of them after it should.
 *
 * @param frame longest time from a frame's first bytes to its last, and of a TLS handshake
 * @param answer longest time that the peer may take to read an answer, or the part of one that the system holds
 * @param idle longest time without a frame from the peer; longer than the longest call, or calls lose their connection
 * @param firstCall longest time from the connection to its first whole frame, with the right credential where one is
 *     asked for. It counts while as many connections are open as may be; for a TLS handshake always
 */
public record ConnectionTimeouts(Duration frame, Duration answer, Duration idle, Duration firstCall) {
    private static final Duration LEAST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofDays(7);

    /** 30 s for a frame and for an answer, 15 minutes idle, 10 s to the first call. */
    public static final ConnectionTimeouts DEFAULT =
            new ConnectionTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMinutes(15));

    public ConnectionTimeouts {
        requireWithin("frame", frame);
        requireWithin("answer", answer);
        requireWithin("idle", idle);
        requireWithin("firstCall", firstCall);
    }

    /** With 10 s to the first call. */
    public ConnectionTimeouts(Duration frame, Duration answer, Duration idle) {
        this(frame, answer, idle, Duration.ofSeconds(10));
    }

    private static void requireWithin(String name, Duration value) {
        if (value.compareTo(LEAST) < 0 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    name + ": " + value + " (expected: >= " + LEAST + ", <= " + LONGEST + ")");
        }
    }

    /** Longest time of a TLS handshake. */
    public Duration handshake() {
        return min(frame, firstCall);
    }

    /** How often a connection is looked at, so how much later than by its timeout it may end. */
    public Duration lookInterval() {
        return min(min(frame, answer), min(idle, firstCall)).dividedBy(4);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
