package dev.multipool.bench.plan;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one run does.
 *
 * @param host the server's host
 * @param port the server's port
 * @param connections TCP connections that the load is spread over evenly. A closed loop of HTTP/1.1 calls has one for
 *     each user; an open loop of them begins with so many and opens more when all are busy
 * @param load when calls are sent
 * @param calls what they ask
 * @param timing how long it takes, and how long each call may
 * @param seed of all random sequences of the run
 */
public record LoadPlan(
        String host,
        int port,
        int connections,
        LoadModel load,

        @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
        @JsonSubTypes({
            @JsonSubTypes.Type(CallMix.class),
            @JsonSubTypes.Type(HttpCalls.class),
            @JsonSubTypes.Type(MethodCalls.class)
        })
        Calls calls,

        Timing timing,
        long seed) {
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
        if (calls instanceof HttpCalls http
                && http.connections().version() == HttpCalls.Version.HTTP_1_1
                && load instanceof LoadModel.ClosedLoop closed
                && peakUsers(closed, timing) != connections) {
            throw new IllegalArgumentException(
                    "connections: " + connections + " (expected: as many as users at a time: "
                            + peakUsers(closed, timing) + ", as an HTTP/1.1 connection carries one call at a time)");
        }
        LoadProfile profile = load.profile();
        if (!profile.isConstant() && !profile.length().equals(timing.duration())) {
            throw new IllegalArgumentException("duration: " + timing.duration()
                    + " (expected: the length of the load's steps: " + profile.length() + ")");
        }
        if (!profile.isConstant() && !timing.longest().equals(timing.duration())) {
            throw new IllegalArgumentException("longest: " + timing.longest() + " (expected: the duration: "
                    + timing.duration() + ", as the load changes and ends with its steps)");
        }
    }

    /**
     * The times of a run.
     *
     * @param warmup load before the measured window; may be zero
     * @param warmupLevel users, or calls per second, of the warm-up until it settles (at most its last second, at most its
     *     half); null for the load's own. A light load alone compiles a server slowly, and the compilers then run in the
     *     measured window
     * @param duration the measured window; at most a day
     * @param longest the window goes on until it holds {@code duration} of clean time and is steady, but at most so long;
     *     the same as {@code duration} for a window that is not extended
     * @param callTimeout deadline of each call, sent along and enforced locally
     */
    public record Timing(
            Duration warmup, @Nullable Double warmupLevel, Duration duration, Duration longest, Duration callTimeout) {
        private static final Duration LONGEST_SETTLING = Duration.ofSeconds(1);

        public Timing {
            LoadLimits.requirePositiveOrZero("warmup", warmup);
            LoadLimits.requirePositive("duration", duration);
            LoadLimits.requirePositive("longest", longest);
            if (longest.compareTo(duration) < 0) {
                throw new IllegalArgumentException(
                        "longest: " + longest + " (expected: at least the duration: " + duration + ")");
            }
            LoadLimits.requirePositive("callTimeout", callTimeout);
            if (warmupLevel != null) {
                LoadLimits.requireLevel("warmupLevel", warmupLevel);
            }
        }

        /** A window that is not extended. */
        public Timing(Duration warmup, @Nullable Double warmupLevel, Duration duration, Duration callTimeout) {
            this(warmup, warmupLevel, duration, duration, callTimeout);
        }

        /** A warm-up at the load's own level, and a window that is not extended. */
        public Timing(Duration warmup, Duration duration, Duration callTimeout) {
            this(warmup, null, duration, callTimeout);
        }

        /** The same with a window that may go on so long, until it holds enough clean time and is steady. */
        public Timing withLongest(Duration other) {
            return new Timing(warmup, warmupLevel, duration, other, callTimeout);
        }

        /** The end of the warm-up, in which the load is already what is measured. */
        public Duration settling() {
            Duration half = warmup.dividedBy(2);
            return half.compareTo(LONGEST_SETTLING) < 0 ? half : LONGEST_SETTLING;
        }
    }

    /** The most users of a closed loop at a time, in the warm-up or in the window. */
    public int peakUsers(LoadModel.ClosedLoop closed) {
        return peakUsers(closed, timing);
    }

    private static int peakUsers(LoadModel.ClosedLoop closed, Timing timing) {
        Double warm = timing.warmupLevel();
        int users = closed.peakUsers();
        return warm == null || timing.warmup().isZero() ? users : Math.max(users, (int) Math.ceil(warm));
    }

    /** Calls that may be in flight at a time. */
    public int maxInFlight() {
        return load instanceof LoadModel.ClosedLoop closed
                ? peakUsers(closed)
                : ((LoadModel.OpenLoop) load).maxInFlight();
    }

    /** The same with other times. */
    public LoadPlan withTiming(Timing other) {
        return new LoadPlan(host, port, connections, load, calls, other, seed);
    }

    /** The same with other random sequences. */
    public LoadPlan withSeed(long other) {
        return new LoadPlan(host, port, connections, load, calls, timing, other);
    }
}
