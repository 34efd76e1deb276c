package dev.multipool.capacity.sim;

import org.HdrHistogram.Histogram;

/**
 * How long something takes: a CPU demand, a wait, a think time.
 *
 * <p><b>Units:</b> the factories take milliseconds with fractions, since a fitted mean is no whole number of nanoseconds;
 * inside it is nanoseconds.
 */
public sealed interface Delay permits Delay.Constant, Delay.Exponential, Delay.LogNormal, MeasuredDelay {

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
        return MeasuredDelay.of(nanos);
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
}
