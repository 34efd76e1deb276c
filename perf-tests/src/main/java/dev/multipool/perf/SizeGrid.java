package dev.multipool.perf;

import java.util.Arrays;

/**
 * The sizes that a search tries: each about a quarter larger than the one before. What lies between is no different within
 * what two windows differ by, and two searches that find the same find the same size.
 */
final class SizeGrid {
    /** Of the preferred numbers of ISO 3, the series R 10, in whole numbers. */
    private static final int[] SIZES = {
        1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800,
        1000
    };

    static final int STEPS_OF_A_HALF = 2;
    static final int STEPS_OF_A_DOUBLING = 3;

    private SizeGrid() {}

    /** So many steps larger; smaller, if that is below 0. */
    static int moved(int size, int steps) {
        int moved = size;
        for (int step = 0; step < Math.abs(steps); step++) {
            moved = steps > 0 ? larger(moved) : smaller(moved);
        }
        return moved;
    }

    /** The nearest size of the grid, by ratio. */
    static int nearest(double size) {
        int best = SIZES[0];
        for (int each : SIZES) {
            if (distance(each, size) < distance(best, size)) {
                best = each;
            }
        }
        return best;
    }

    private static double distance(int one, double other) {
        return Math.abs(Math.log(one / Math.max(other, 0.5)));
    }

    /** The next smaller size; the smallest stays. */
    static int smaller(int size) {
        return Arrays.stream(SIZES).filter(each -> each < size).max().orElse(SIZES[0]);
    }

    /** The next larger size; the largest stays. */
    static int larger(int size) {
        return Arrays.stream(SIZES).filter(each -> each > size).min().orElse(SIZES[SIZES.length - 1]);
    }
}
