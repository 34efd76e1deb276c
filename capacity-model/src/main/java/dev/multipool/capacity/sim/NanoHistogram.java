package dev.multipool.capacity.sim;

import dev.multipool.pools.Distribution;
import org.HdrHistogram.Histogram;

/** A histogram of non-negative values up to an hour in nanoseconds, with their exact sum. */
final class NanoHistogram {

    private static final long LONGEST = 3_600_000_000_000L;

    private final Histogram histogram = new Histogram(LONGEST, 3);
    private long sum;

    void record(double value) {
        long rounded = Math.min(LONGEST, (long) (value + 0.5));
        histogram.recordValue(rounded);
        sum += rounded;
    }

    long count() {
        return histogram.getTotalCount();
    }

    double mean() {
        return count() == 0 ? 0 : (double) sum / count();
    }

    long percentile(double percent) {
        return count() == 0 ? 0 : histogram.getValueAtPercentile(percent);
    }

    void clear() {
        histogram.reset();
        sum = 0;
    }

    void add(NanoHistogram other) {
        histogram.add(other.histogram);
        sum += other.sum;
    }

    Distribution distribution() {
        return Distribution.of(histogram, sum);
    }
}
