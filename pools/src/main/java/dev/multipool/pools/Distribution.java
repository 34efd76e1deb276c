package dev.multipool.pools;

import org.HdrHistogram.Histogram;

/**
 * An immutable distribution of measured values, with their exact sum.
 *
 * <p><b>Units:</b> those of the recorded values: nanoseconds for times, tasks for depths. The mean is exact.
 * Percentiles are exact to three significant digits, or to two where the agent observes a pool. Percentiles of two
 * distributions can't be averaged; {@link #plus} merges the distributions instead.
 */
public final class Distribution {

    /** The distribution of nothing. */
    public static final Distribution EMPTY = new Distribution(new Histogram(3), 0);

    private final Histogram histogram;
    private final long sum;

    private Distribution(Histogram histogram, long sum) {
        this.histogram = histogram;
        this.sum = sum;
    }

    /**
     * Returns the distribution of what a histogram holds, which is copied: for those who measure or simulate elsewhere.
     *
     * @param sum the exact sum of the values
     */
    public static Distribution of(Histogram histogram, long sum) {
        Histogram copy = histogram.copy();
        copy.setAutoResize(true);
        return new Distribution(copy, sum);
    }

    /** Returns how many values were recorded. */
    public long count() {
        return histogram.getTotalCount();
    }

    /** Returns the sum of all values. */
    public long sum() {
        return sum;
    }

    /** Returns the mean, or 0 when there is no value. */
    public double mean() {
        return count() == 0 ? 0 : (double) sum / count();
    }

    /** Returns the standard deviation, as exact as percentiles are, or 0 when there is no value. */
    public double standardDeviation() {
        return count() == 0 ? 0 : histogram.getStdDeviation();
    }

    /** Returns the largest value, as exact as percentiles are, or 0 when there is none. */
    public long max() {
        return histogram.getMaxValue();
    }

    /**
     * Returns the value that {@code percent} of all values do not exceed, or 0 when there is no value.
     *
     * @param percent 0 to 100, for example 99.9
     */
    public long percentile(double percent) {
        return count() == 0 ? 0 : histogram.getValueAtPercentile(percent);
    }

    /** Returns a copy of the histogram, for reports and for merging elsewhere. */
    public Histogram toHistogram() {
        return histogram.copy();
    }

    /** Returns the distribution of these values and the other's together. */
    public Distribution plus(Distribution other) {
        Histogram merged = histogram.copy();
        merged.setAutoResize(true);
        merged.add(other.histogram);
        return new Distribution(merged, sum + other.sum);
    }

    /** Returns the distribution of what was recorded since {@code earlier}, a state of the same distribution. */
    public Distribution minus(Distribution earlier) {
        Histogram difference = histogram.copy();
        difference.subtract(earlier.histogram);
        return new Distribution(difference, sum - earlier.sum);
    }

    @Override
    public String toString() {
        return "count " + count() + ", mean " + mean() + ", p50 " + percentile(50) + ", p99 " + percentile(99)
                + ", max " + max();
    }
}
