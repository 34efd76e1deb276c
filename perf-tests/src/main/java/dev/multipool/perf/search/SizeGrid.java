package dev.multipool.perf.search;

import java.util.Arrays;

/**
 * The sizes that a search tries. What lies between two of them is no different within what two windows differ by, and two
 * searches that find the same find the same size.
 */
enum SizeGrid {
    /** Of pools: each about 1.6 times the one before. The preferred numbers of ISO 3, series R 5, in whole numbers. */
    THREADS(1, 2, 3, 4, 6, 10, 16, 25, 40, 63, 100, 160, 250, 400, 630, 1000),

    /** Of loads, which TP99 follows at once: all up to 10, then each about a quarter larger. Series R 10. */
    USERS(
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500,
            630, 800, 1000);

    /** More is not asked of one generator on one core. */
    static final int MOST_USERS = 200;

    /** Of what was asked for. */
    private static final double ENOUGH = 0.9;

    @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
    private final int[] sizes;

    SizeGrid(int... sizes) {
        this.sizes = sizes;
    }

    /** So many steps larger; smaller, if that is below 0. */
    int moved(int size, int steps) {
        int moved = size;
        for (int step = 0; step < Math.abs(steps); step++) {
            moved = steps > 0 ? larger(moved) : smaller(moved);
        }
        return moved;
    }

    /** The nearest size of the grid, by ratio. */
    int nearest(double size) {
        int best = sizes[0];
        for (int each : sizes) {
            if (distance(each, size) < distance(best, size)) {
                best = each;
            }
        }
        return best;
    }

    private static double distance(int one, double other) {
        return Math.abs(Math.log(one / Math.max(other, 0.5)));
    }

    /** The smallest size that is not clearly too small; the largest, if all are. */
    int enoughFor(double size) {
        return Arrays.stream(sizes)
                .filter(each -> each >= ENOUGH * size)
                .findFirst()
                .orElse(sizes[sizes.length - 1]);
    }

    /** The next smaller size; the smallest stays. */
    int smaller(int size) {
        return Arrays.stream(sizes).filter(each -> each < size).max().orElse(sizes[0]);
    }

    /** The next larger size; the largest stays. */
    int larger(int size) {
        return Arrays.stream(sizes).filter(each -> each > size).min().orElse(sizes[sizes.length - 1]);
    }
}
