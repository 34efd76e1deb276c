package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the generator asks of the server.
 *
 * @param demand when calls are sent
 * @param mix the share of each method by its name in the generator; empty for what the service is asked by default
 * @param connections TCP connections that the calls share
 * @param times how long it lasts, in seconds
 * @param usersSeeded users in Redis; ids are drawn from 1 to this; null for a service that a file describes
 * @param items what calls for several items ask for; null where the mix has none
 * @param warmupUsers users of a closed loop that warms up, until the load settles in its last second; null, or fewer than a closed
 *     loop has, for the load's own
 * @param engine the program that makes the load, where it is not our generator; null for that
 */
public record Load(
        Demand demand,
        Map<String, Integer> mix,
        int connections,
        @JsonUnwrapped Times times,
        @Nullable Long usersSeeded,
        @Nullable Items items,
        @Nullable Integer warmupUsers,
        @Nullable LoadEngine engine) {
    /**
     * How long it lasts, in seconds.
     *
     * @param warmupSeconds load before the measured window
     * @param durationSeconds the measured window asked for; at least 1
     * @param timeoutSeconds deadline of each call; null where another program makes the load and has its own
     */
    public record Times(
            double warmupSeconds,
            double durationSeconds,
            @Nullable Double timeoutSeconds) {}

    /**
     * What each call for several items asks for.
     *
     * @param perCall ids in each
     * @param seeded items in Redis; ids are drawn from 1 to this
     */
    public record Items(int perCall, long seeded) {
        public Items {
            if (perCall < 1) {
                throw new IllegalArgumentException("perCall: " + perCall + " (expected: >= 1)");
            }
            if (seeded < 1) {
                throw new IllegalArgumentException("seeded: " + seeded + " (expected: >= 1)");
            }
        }
    }

    public Load {
        mix = Collections.unmodifiableMap(new TreeMap<>(mix));
        if (connections < 1) {
            throw new IllegalArgumentException("connections: " + connections + " (expected: >= 1)");
        }
        if (demand instanceof Demand.ClosedLoop closed && closed.users() < connections) {
            throw new IllegalArgumentException(
                    "users: " + closed.users() + " (expected: >= connections: " + connections + ")");
        }
        if (!(times.warmupSeconds() >= 0)) {
            throw new IllegalArgumentException("warmup: " + times.warmupSeconds() + " s (expected: >= 0)");
        }
        if (!(times.durationSeconds() >= 1)) {
            throw new IllegalArgumentException("duration: " + times.durationSeconds() + " s (expected: >= 1s)");
        }
        Double timeout = times.timeoutSeconds();
        if (timeout != null && !(timeout > 0)) {
            throw new IllegalArgumentException("timeout: " + timeout + " s (expected: > 0)");
        }
        if (timeout == null && engine == null) {
            throw new IllegalArgumentException("timeout: none (expected: one, as our generator makes the load)");
        }
        if (usersSeeded != null && usersSeeded < 1) {
            throw new IllegalArgumentException("usersSeeded: " + usersSeeded + " (expected: >= 1)");
        }
        if (warmupUsers != null && warmupUsers < 1) {
            throw new IllegalArgumentException("warmupUsers: " + warmupUsers + " (expected: >= 1)");
        }
    }

    /** A load whose warm-up is like the rest of it. */
    public Load(
            Demand demand,
            Map<String, Integer> mix,
            int connections,
            double warmupSeconds,
            double durationSeconds,
            double timeoutSeconds,
            long usersSeeded,
            @Nullable Items items) {
        this(
                demand,
                mix,
                connections,
                new Times(warmupSeconds, durationSeconds, timeoutSeconds),
                usersSeeded,
                items,
                null,
                null);
    }

    /** The deadline of each call, of a load that our generator makes. */
    public double requireTimeoutSeconds() {
        return Objects.requireNonNull(times.timeoutSeconds(), "a load of another program");
    }

    /** The users in Redis, of a load for our own service. */
    public long requireUsersSeeded() {
        return Objects.requireNonNull(usersSeeded, "a load for a described service");
    }

    /** The same under another demand; a closed loop of few users has no more connections than users. */
    public Load with(Demand other) {
        int most = other instanceof Demand.ClosedLoop closed ? Math.min(connections, closed.users()) : connections;
        return new Load(
                other,
                mix,
                most,
                new Load.Times(times.warmupSeconds(), times.durationSeconds(), times.timeoutSeconds()),
                usersSeeded,
                items,
                warmupUsers,
                engine);
    }

    /** The same with other calls: one method only, by its name in the generator. */
    public Load calling(String method, @Nullable Items asked) {
        return new Load(
                demand,
                Map.of(method, 1),
                connections,
                new Load.Times(times.warmupSeconds(), times.durationSeconds(), times.timeoutSeconds()),
                usersSeeded,
                asked,
                warmupUsers,
                engine);
    }

    /** The same for another time. */
    public Load lasting(double newWarmupSeconds, double newDurationSeconds) {
        return new Load(
                demand,
                mix,
                connections,
                new Load.Times(newWarmupSeconds, newDurationSeconds, times.timeoutSeconds()),
                usersSeeded,
                items,
                warmupUsers,
                engine);
    }

    /** The same with at least this deadline of each call. */
    public Load patient(double seconds) {
        return new Load(
                demand,
                mix,
                connections,
                new Load.Times(
                        times.warmupSeconds(), times.durationSeconds(), Math.max(requireTimeoutSeconds(), seconds)),
                usersSeeded,
                items,
                warmupUsers,
                engine);
    }

    /** The same, warmed up by so many users; for servers that turn none of them away. */
    public Load warmedUpBy(int users) {
        return new Load(
                demand,
                mix,
                connections,
                new Load.Times(times.warmupSeconds(), times.durationSeconds(), times.timeoutSeconds()),
                usersSeeded,
                items,
                users,
                engine);
    }

    /** The same with a warm-up like the rest of it. */
    public Load warmedUpByItself() {
        return new Load(
                demand,
                mix,
                connections,
                new Load.Times(times.warmupSeconds(), times.durationSeconds(), times.timeoutSeconds()),
                usersSeeded,
                items,
                null,
                engine);
    }
}
