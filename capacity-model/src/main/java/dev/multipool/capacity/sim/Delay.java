package dev.multipool.capacity.sim;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How long something takes: a CPU demand, a wait, a think time.
 *
 * <p><b>Units:</b> the factories take milliseconds with fractions, since a fitted mean is no whole number of nanoseconds;
 * inside it is nanoseconds.
 */
public sealed interface Delay permits Delay.Constant, Delay.Exponential, Delay.LogNormal, Delay.Measured {

    /** No time at all. */
    Delay NONE = new Constant(0);

    /** Returns the mean. */
    double meanNanos();

    /** Returns this delay, a number of times as long. */
    Delay times(double factor);

    /** Always the same. */
    static Delay constant(double millis) {
        return new Constant(millis * 1e6);
    }

    /** Without memory: standard deviation as large as the mean. */
    static Delay exponential(double meanMillis) {
        return new Exponential(meanMillis * 1e6);
    }

    /**
     * Skewed to the right, as service times are.
     *
     * @param cv the standard deviation over the mean
     */
    static Delay logNormal(double meanMillis, double cv) {
        return new LogNormal(meanMillis * 1e6, cv);
    }

    /**
     * As it was measured.
     *
     * @param nanos a histogram of nanoseconds with at least one value; it is copied
     */
    static Delay measured(Histogram nanos) {
        return Measured.of(nanos);
    }

    /** Always the same. */
    record Constant(double meanNanos) implements Delay {
        /** Validates. */
        public Constant {
            Checks.notNegative("constant", meanNanos);
        }

        @Override
        public Delay times(double factor) {
            return new Constant(meanNanos * factor);
        }
    }

    /** Without memory. */
    record Exponential(double meanNanos) implements Delay {
        /** Validates. */
        public Exponential {
            Checks.notNegative("mean", meanNanos);
        }

        @Override
        public Delay times(double factor) {
            return new Exponential(meanNanos * factor);
        }
    }

    /**
     * The logarithm is normally distributed.
     *
     * @param cv the standard deviation over the mean
     */
    record LogNormal(double meanNanos, double cv) implements Delay {
        /** Validates. */
        public LogNormal {
            Checks.notNegative("mean", meanNanos);
            Checks.notNegative("cv", cv);
        }

        @Override
        public Delay times(double factor) {
            return new LogNormal(meanNanos * factor, cv);
        }
    }

    /** A delay with the distribution of a histogram. */
    final class Measured implements Delay {

        private final double[] nanos;
        private final double[] cumulative;
        private final double mean;

        private Measured(double[] nanos, double[] cumulative, double mean) {
            this.nanos = nanos;
            this.cumulative = cumulative;
            this.mean = mean;
        }

        static Measured of(Histogram histogram) {
            long count = histogram.getTotalCount();
            if (count == 0) {
                throw new IllegalArgumentException("histogram: no values (expected: at least one)");
            }
            int distinct = 0;
            for (HistogramIterationValue ignored : histogram.recordedValues()) {
                distinct++;
            }
            double[] nanos = new double[distinct];
            double[] cumulative = new double[distinct];
            int next = 0;
            long below = 0;
            double sum = 0;
            for (HistogramIterationValue step : histogram.recordedValues()) {
                nanos[next] = histogram.medianEquivalentValue(step.getValueIteratedTo());
                sum += nanos[next] * step.getCountAtValueIteratedTo();
                below += step.getCountAtValueIteratedTo();
                cumulative[next++] = (double) below / count;
            }
            return new Measured(nanos, cumulative, sum / count);
        }

        /** Returns the value below which that part of all values is. */
        double quantile(double part) {
            int found = Arrays.binarySearch(cumulative, part);
            return nanos[Math.min(nanos.length - 1, found < 0 ? -found - 1 : found)];
        }

        @Override
        public double meanNanos() {
            return mean;
        }

        @Override
        public Delay times(double factor) {
            double[] scaled = new double[nanos.length];
            for (int i = 0; i < scaled.length; i++) {
                scaled[i] = nanos[i] * Checks.notNegative("factor", factor);
            }
            return new Measured(scaled, cumulative, mean * factor);
        }
    }
}
