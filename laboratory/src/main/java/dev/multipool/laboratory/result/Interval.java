package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean over repeated windows and half of its 95 % confidence interval, by Student's t.
 *
 * @param mean over the windows
 * @param halfWidth of the interval
 * @param freedom degrees of freedom of Student's t; 0 in a result of a time when that was not told
 */
public record Interval(double mean, double halfWidth, int freedom) {
    private static final int FEWEST = 2;
    /** Of the mean; nobody would act on a wider one. */
    private static final double WIDEST_SHOWN = 0.5;

    /** Of an interval with two ends: half of the other 5 % lies above it. */
    private static final double BELOW_THE_UPPER_END = 0.975;
    /** What a bound with one end promises. */
    private static final double BELOW_THE_BOUND = 0.95;

    public Interval {
        if (!(halfWidth >= 0)) {
            throw new IllegalArgumentException("halfWidth: " + halfWidth + " (expected: >= 0)");
        }
    }

    /**
     * Of windows of one setting.
     *
     * @param scatter by how much they differ
     * @throws IllegalArgumentException when there are fewer than two: one window tells nothing of the next
     */
    static Interval of(List<Double> windows, Scatter scatter) {
        int count = windows.size();
        if (count < FEWEST) {
            throw new IllegalArgumentException("windows: " + count + " (expected: >= " + FEWEST + ")");
        }
        double mean =
                windows.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return scatter.freedom() == 0
                ? new Interval(mean, 0, count - 1)
                : new Interval(
                        mean,
                        student(scatter.freedom(), BELOW_THE_UPPER_END) * scatter.deviation() * mean / Math.sqrt(count),
                        scatter.freedom());
    }

    /** Half of the interval's width as a part of the mean. */
    @JsonIgnore
    public double relativeHalfWidth() {
        return mean > 0 ? halfWidth / mean : Double.POSITIVE_INFINITY;
    }

    /**
     * What one more window stays below with 95 % confidence, were it measured as these were: the upper prediction bound
     * mean + t s sqrt(1 + 1/n) of G. J. Hahn and W. Q. Meeker, "Statistical Intervals", chapter 4.
     *
     * @param windows that the interval is of
     * @param inAll so many windows as are asked for in the end, which differ as these do
     */
    double boundOfOneMore(int windows, int inAll) {
        int known = Math.max(freedom, windows - 1);
        double deviation = halfWidth * Math.sqrt(windows) / student(known, BELOW_THE_UPPER_END);
        return mean + student(known + inAll - windows, BELOW_THE_BOUND) * deviation * Math.sqrt(1 + 1.0 / inAll);
    }

    private static double student(int freedom, double probability) {
        return TDistribution.of(freedom).inverseCumulativeProbability(probability);
    }

    /** Whether it is narrow enough to be shown: one that reaches to zero, or nearly, says nothing. */
    @JsonIgnore
    public boolean isTelling() {
        return relativeHalfWidth() <= WIDEST_SHOWN;
    }
}
