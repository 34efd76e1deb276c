package dev.multipool.capacity.sim;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** A delay with the distribution of a histogram. */
final class MeasuredDelay implements Delay {

    private final double[] nanos;
    private final double[] cumulative;
    private final double mean;

    private MeasuredDelay(double[] nanos, double[] cumulative, double mean) {
        this.nanos = nanos;
        this.cumulative = cumulative;
        this.mean = mean;
    }

    static MeasuredDelay of(Histogram histogram) {
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
        return new MeasuredDelay(nanos, cumulative, sum / count);
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
        return new MeasuredDelay(scaled, cumulative, mean * factor);
    }
}
