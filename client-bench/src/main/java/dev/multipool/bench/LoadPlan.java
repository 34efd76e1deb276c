package dev.multipool.bench;

import java.time.Duration;

/**
 * What one closed-loop run does: {@code users} users, each sending its next findUserInfo call when the one before is
 * answered, over {@code connections} connections, for a warm-up that is not counted and then a measured window.
 *
 * @param host the server's host
 * @param port the server's RPC port
 * @param users concurrent users; at least {@code connections}
 * @param connections TCP connections that the users share evenly
 * @param warmup time before the measured window; may be zero
 * @param duration the measured window; at most a day
 * @param callTimeout deadline of each call, sent along and enforced locally
 * @param maxUserId ids are drawn uniformly from 1 to this
 * @param seed of the ids' random sequence
 * @param rejectBackoff how long a user pauses after a failed call, so that a server which rejects at once does not make
 *     the generator spin
 */
public record LoadPlan(
        String host,
        int port,
        int users,
        int connections,
        Duration warmup,
        Duration duration,
        Duration callTimeout,
        long maxUserId,
        long seed,
        Duration rejectBackoff) {

    /** The pause after a failed call of a plan that names none. */
    public static final Duration DEFAULT_REJECT_BACKOFF = Duration.ofMillis(10);

    private static final Duration LONGEST = Duration.ofDays(1);

    public LoadPlan {
        if (host.isBlank()) {
            throw new IllegalArgumentException("host: '" + host + "' (expected: a host name or an address)");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + " (expected: 1 to 65535)");
        }
        if (connections < 1) {
            throw new IllegalArgumentException("connections: " + connections + " (expected: >= 1)");
        }
        if (users < connections) {
            throw new IllegalArgumentException("users: " + users + " (expected: >= connections: " + connections + ")");
        }
        if (warmup.isNegative() || warmup.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("warmup: " + warmup + " (expected: PT0S to " + LONGEST + ")");
        }
        requirePositive("duration", duration);
        requirePositive("callTimeout", callTimeout);
        requirePositive("rejectBackoff", rejectBackoff);
        if (maxUserId < 1) {
            throw new IllegalArgumentException("maxUserId: " + maxUserId + " (expected: >= 1)");
        }
    }

    /** A plan with the default pause after a failed call. */
    public LoadPlan(
            String host,
            int port,
            int users,
            int connections,
            Duration warmup,
            Duration duration,
            Duration callTimeout,
            long maxUserId,
            long seed) {
        this(host, port, users, connections, warmup, duration, callTimeout, maxUserId, seed, DEFAULT_REJECT_BACKOFF);
    }

    private static void requirePositive(String what, Duration duration) {
        if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    what + ": " + duration + " (expected: above PT0S, at most " + LONGEST + ")");
        }
    }
}
