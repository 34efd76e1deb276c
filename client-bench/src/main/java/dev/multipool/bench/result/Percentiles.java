package dev.multipool.bench.result;

import org.HdrHistogram.AbstractHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles of one recorded distribution, in milliseconds (HdrHistogram, 3 significant digits).
 *
 * @param p999Millis TP99.9; null where another program made the load, and does not tell
 */
public record Percentiles(
        double p50Millis,
        double p90Millis,
        double p99Millis,
        @Nullable Double p999Millis,
        double maxMillis,
        double meanMillis) {
    /** Those of a histogram of nanoseconds; all 0 when it is empty. */
    public static Percentiles of(AbstractHistogram nanos) {
        return new Percentiles(
                nanos.getValueAtPercentile(50) / 1e6,
                nanos.getValueAtPercentile(90) / 1e6,
                nanos.getValueAtPercentile(99) / 1e6,
                nanos.getValueAtPercentile(99.9) / 1e6,
                nanos.getMaxValue() / 1e6,
                nanos.getMean() / 1e6);
    }
}
