package dev.multipool.laboratory.confirmation;

import org.apache.commons.statistics.interval.BinomialConfidenceInterval;

/**
 * How many of some windows kept the objective, each in another process.
 *
 * @param kept those that did
 * @param judged all that tell of the service: the machine disturbed none of them
 */
record KeptShare(int kept, int judged) {
    /** What an answer promises of a fresh window in a fresh process. */
    static final double PROMISED = 0.95;
    /** Of an interval with two ends, half of which lies below the lower one: 5 %. */
    private static final double ERROR_RATE = 0.1;

    KeptShare {
        if (kept < 0 || judged < kept) {
            throw new IllegalArgumentException(
                    "kept: " + kept + " of " + judged + " (expected: 0 or more, and no more than there are)");
        }
    }

    /** The fewest that have to keep it, for as many windows as were judged. */
    int needed() {
        // 0.95 * 20 is no whole number in floating point
        return (int) Math.ceil(PROMISED * judged - 1e-9);
    }

    boolean isEnough() {
        return kept >= needed();
    }

    /**
     * With 95 % confidence at least this part of all such windows keeps it. By Clopper and Pearson (Biometrika 26, 1934), which is
     * exact for processes that are independent.
     */
    double atLeast() {
        return judged == 0
                ? 0
                : BinomialConfidenceInterval.CLOPPER_PEARSON
                        .fromErrorRate(judged, kept, ERROR_RATE)
                        .getLowerBound();
    }
}
