package dev.multipool.bench;

import java.time.Duration;

/**
 * What one run does.
 *
 * @param host the server's host
 * @param port the server's RPC port
 * @param connections TCP connections that the load is spread over evenly
 * @param load when calls are sent
 * @param calls what they ask
 * @param timing how long it takes, and how long each call may
 * @param seed of all random sequences of the run
 */
public record LoadPlan(
        String host, int port, int connections, LoadModel load, CallMix calls, Timing timing, long seed) {
    static final Duration LONGEST = Duration.ofDays(1);

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
        if (load instanceof LoadModel.ClosedLoop closed && closed.peakUsers() < connections) {
            throw new IllegalArgumentException(
                    "users: " + closed.peakUsers() + " (expected: >= connections: " + connections + ")");
        }
        LoadProfile profile = load.profile();
        if (!profile.isConstant() && !profile.length().equals(timing.duration())) {
            throw new IllegalArgumentException("duration: " + timing.duration()
                    + " (expected: the length of the load's steps: " + profile.length() + ")");
        }
    }

    static void requirePositive(String what, Duration duration) {
        if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    what + ": " + duration + " (expected: above PT0S, at most " + LONGEST + ")");
        }
    }

    /**
     * The times of a run.
     *
     * @param warmup load before the measured window; may be zero
     * @param duration the measured window; at most a day
     * @param callTimeout deadline of each call, sent along and enforced locally
     */
    public record Timing(Duration warmup, Duration duration, Duration callTimeout) {
        public Timing {
            if (warmup.isNegative() || warmup.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("warmup: " + warmup + " (expected: PT0S to " + LONGEST + ")");
            }
            requirePositive("duration", duration);
            requirePositive("callTimeout", callTimeout);
        }
    }

    /** The same with another load. */
    public LoadPlan withLoad(LoadModel other) {
        return new LoadPlan(host, port, connections, other, calls, timing, seed);
    }
}
