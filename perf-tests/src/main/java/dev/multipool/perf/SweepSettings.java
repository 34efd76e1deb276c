package dev.multipool.perf;

import java.time.Duration;
import java.util.List;

/**
 * What a sweep over pool sizes does.
 *
 * @param sizes pool sizes; each once, in any order
 * @param repeats runs of each size
 * @param retries how often a run that does not count is made again; its figures stay in the result
 * @param load the same for every run
 */
public record SweepSettings(List<Integer> sizes, int repeats, int retries, Load load) {
    private static final int MAX_SIZE = 10_000;

    public SweepSettings {
        sizes = sizes.stream().sorted().toList();
        if (sizes.isEmpty() || sizes.stream().distinct().count() < sizes.size()) {
            throw new IllegalArgumentException("sizes: " + sizes + " (expected: at least one, each once)");
        }
        if (sizes.get(0) < 1 || sizes.get(sizes.size() - 1) > MAX_SIZE) {
            throw new IllegalArgumentException("sizes: " + sizes + " (expected: each 1 to " + MAX_SIZE + ")");
        }
        if (repeats < 1) {
            throw new IllegalArgumentException("repeats: " + repeats + " (expected: >= 1)");
        }
        if (retries < 0) {
            throw new IllegalArgumentException("retries: " + retries + " (expected: >= 0)");
        }
    }

    /**
     * A closed loop of users.
     *
     * @param users concurrent users
     * @param connections TCP connections that they share
     * @param warmup time before the measured window
     * @param duration the measured window; at least 1 s
     * @param usersSeeded users in Redis, from which ids are drawn
     */
    public record Load(int users, int connections, Duration warmup, Duration duration, long usersSeeded) {
        private static final Duration SHORTEST = Duration.ofSeconds(1);

        public Load {
            if (connections < 1) {
                throw new IllegalArgumentException("connections: " + connections + " (expected: >= 1)");
            }
            if (users < connections) {
                throw new IllegalArgumentException(
                        "users: " + users + " (expected: >= connections: " + connections + ")");
            }
            if (warmup.isNegative()) {
                throw new IllegalArgumentException("warmup: " + warmup + " (expected: >= 0)");
            }
            if (duration.compareTo(SHORTEST) < 0) {
                throw new IllegalArgumentException("duration: " + duration + " (expected: >= 1s)");
            }
            if (usersSeeded < 1) {
                throw new IllegalArgumentException("usersSeeded: " + usersSeeded + " (expected: >= 1)");
            }
        }
    }
}
