package dev.multipool.perf.peers;

import dev.multipool.perf.peers.contestant.PeerClient;
import java.time.Duration;
import java.util.List;

/**
 * What a comparison does.
 *
 * @param contestants those compared
 * @param users numbers of concurrent users, each on the same connections
 * @param rounds windows of each contestant with each number of users
 * @param warmup load on each contestant before the first round
 * @param duration each measured window
 * @param usersSeeded users in Redis
 * @param halfLoad whether each contestant with a server is also measured at half of the slowest's rate
 */
public record PeersSettings(
        List<Contestant> contestants,
        List<Integer> users,
        int rounds,
        Duration warmup,
        Duration duration,
        long usersSeeded,
        boolean halfLoad) {
    /** Threads of each fixed pool. */
    static final int POOL_THREADS = 24;
    /** Load before each window, so that caches and the scheduler have turned to the contestant. */
    static final Duration REWARM = Duration.ofSeconds(2);

    /** How often a window is made again that other programs disturbed. */
    public static final int MOST_REPEATS = 2;

    /** To start the two processes of a contestant. */
    private static final Duration START = Duration.ofSeconds(2);

    private static final int MOST_USERS = PeerClient.MAX_USERS;

    public PeersSettings {
        contestants = List.copyOf(contestants);
        users = List.copyOf(users);
        if (contestants.isEmpty()) {
            throw new IllegalArgumentException("contestants: none (expected: at least 1)");
        }
        if (users.isEmpty() || users.stream().anyMatch(number -> number < 1 || number > MOST_USERS)) {
            throw new IllegalArgumentException("users: " + users + " (expected: numbers of 1 to " + MOST_USERS + ")");
        }
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds: " + rounds + " (expected: >= 1)");
        }
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("duration: " + duration.toMillis() + "ms (expected: >= 1s)");
        }
        if (usersSeeded < 1) {
            throw new IllegalArgumentException("usersSeeded: " + usersSeeded + " (expected: >= 1)");
        }
    }

    /** About how long it takes. */
    public Duration estimate() {
        long turns = (long) users.size() * contestants.size()
                + (halfLoad ? contestants.stream().filter(Contestant::hasServer).count() : 0);
        Duration windows = REWARM.plus(duration).multipliedBy(rounds * turns);
        return windows.plus(warmup.plus(duration).plus(START).multipliedBy(contestants.size()));
    }
}
