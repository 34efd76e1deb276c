package dev.multipool.rpc.server;

import java.time.Duration;

/**
 * How long a connection may go without getting anywhere. Looked at now and then, so a connection ends between one and
 * one and a quarter times the smallest of them after it should.
 *
 * @param frame longest time from a frame's first bytes to its last, and of a TLS handshake
 * @param answer longest time that the peer may take to read an answer, or the part of one that the system holds
 * @param idle longest time without a frame from the peer; longer than the longest call, or calls lose their connection
 */
public record ConnectionTimeouts(Duration frame, Duration answer, Duration idle) {
    private static final Duration LEAST = Duration.ofMillis(10);

    /** 30 s for a frame and for an answer, 15 minutes idle. */
    public static final ConnectionTimeouts DEFAULT =
            new ConnectionTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMinutes(15));

    public ConnectionTimeouts {
        requireLongEnough("frame", frame);
        requireLongEnough("answer", answer);
        requireLongEnough("idle", idle);
    }

    private static void requireLongEnough(String name, Duration value) {
        if (value.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: >= " + LEAST + ")");
        }
    }

    /** How often a connection is looked at. */
    Duration lookInterval() {
        Duration smallest = frame.compareTo(answer) < 0 ? frame : answer;
        return (smallest.compareTo(idle) < 0 ? smallest : idle).dividedBy(4);
    }
}
