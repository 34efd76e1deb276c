package dev.multipool.perf.nested;

import java.time.Duration;
import java.util.List;

/**
 * What a comparison does.
 *
 * @param kinds those compared
 * @param users numbers of concurrent users
 * @param items of each request
 * @param rounds windows of each kind with each number of users
 * @param warmup load on each kind before the first round
 * @param duration each measured window
 */
public record NestedSettings(
        List<FlowKind> kinds, List<Integer> users, int items, int rounds, Duration warmup, Duration duration) {
    /** Load before each window, so that caches and the scheduler have turned to the flow. */
    static final Duration REWARM = Duration.ofSeconds(1);
    /** In Redis. */
    public static final int ITEMS_SEEDED = 1000;

    private static final Duration START = Duration.ofSeconds(2);
    private static final int MOST_USERS = 500;
    private static final int MOST_ITEMS = 100;

    public NestedSettings {
        kinds = List.copyOf(kinds);
        users = List.copyOf(users);
        if (users.isEmpty() || users.stream().anyMatch(number -> number < 1 || number > MOST_USERS)) {
            throw new IllegalArgumentException("users: " + users + " (expected: numbers of 1 to " + MOST_USERS + ")");
        }
        if (items < 1 || items > MOST_ITEMS) {
            throw new IllegalArgumentException("items: " + items + " (expected: 1 to " + MOST_ITEMS + ")");
        }
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds: " + rounds + " (expected: >= 1)");
        }
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("duration: " + duration.toMillis() + "ms (expected: >= 1s)");
        }
    }

    /** About how long it takes. */
    public Duration estimate() {
        Duration windows = REWARM.plus(duration).multipliedBy((long) rounds * users.size() * kinds.size());
        return windows.plus(warmup.plus(duration).plus(START).multipliedBy(kinds.size()));
    }
}
