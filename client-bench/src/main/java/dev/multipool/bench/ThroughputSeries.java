package dev.multipool.bench;

import java.util.Arrays;
import java.util.List;

/**
 * How many calls each second and each third of the planned window answered. One writer; merged when writing has ended.
 */
final class ThroughputSeries {
    private static final long SECOND = 1_000_000_000L;
    private static final int THIRDS = 3;

    /** Standard deviations of two Poisson counts' difference that count as noise: it matters for small counts only. */
    private static final double NOISE_SIGMAS = 3;

    private final long startNanos;
    private final long plannedNanos;
    private final long[] perSecond;
    private final long[] perThird = new long[THIRDS];

    ThroughputSeries(MeasuredWindow window) {
        this.startNanos = window.startNanos();
        this.plannedNanos = window.plannedNanos();
        this.perSecond = new long[Math.toIntExact((plannedNanos + SECOND - 1) / SECOND)];
    }

    /** Counts one answered call; {@code nowNanos} lies in the window. */
    void add(long nowNanos) {
        long offset = nowNanos - startNanos;
        perSecond[(int) (offset / SECOND)]++;
        perThird[(int) (offset * THIRDS / plannedNanos)]++;
    }

    void addAll(ThroughputSeries other) {
        for (int i = 0; i < perSecond.length; i++) {
            perSecond[i] += other.perSecond[i];
        }
        for (int i = 0; i < THIRDS; i++) {
            perThird[i] += other.perThird[i];
        }
    }

    /** Counts per second as far as the window really went. */
    List<Long> perSecond(long lengthNanos) {
        int seconds = (int) Math.min(perSecond.length, (lengthNanos + SECOND - 1) / SECOND);
        return Arrays.stream(perSecond, 0, seconds).boxed().toList();
    }

    double firstThirdPerSecond() {
        return perThird[0] / thirdSeconds();
    }

    double lastThirdPerSecond() {
        return perThird[THIRDS - 1] / thirdSeconds();
    }

    /** Whether first and last third differ by more than this share of the larger, and by more than chance. */
    boolean drifts(double share) {
        long first = perThird[0];
        long last = perThird[THIRDS - 1];
        long difference = Math.abs(first - last);
        return difference > share * Math.max(first, last)
                && difference > NOISE_SIGMAS * Math.sqrt((double) first + last);
    }

    private double thirdSeconds() {
        return (double) plannedNanos / THIRDS / SECOND;
    }
}
