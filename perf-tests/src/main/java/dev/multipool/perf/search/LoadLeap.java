package dev.multipool.perf.search;

import dev.multipool.capacity.Objective;

/**
 * Estimates which load brings TP99 to the objective's limit. In a closed loop on busy cores TP99 grows about like the users, so
 * the estimate is linear.
 */
final class LoadLeap {
    /** Most that one leap multiplies the users by: TP99 need not grow with the users before a core is busy. */
    private static final double LARGEST = 8;
    /** Part of the limit that is aimed at, as the next window differs from this one. */
    private static final double CAREFUL = 0.9;

    private LoadLeap() {}

    /** Returns the number of users, on the grid, under which TP99 should be near the limit. */
    static int users(Objective objective, int users, double p99Millis) {
        double leap = Math.min(LARGEST, CAREFUL * objective.limitMillis() / p99Millis);
        return SizeGrid.USERS.nearest(leap * users);
    }
}
