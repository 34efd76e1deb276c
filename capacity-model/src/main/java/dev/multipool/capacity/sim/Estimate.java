package dev.multipool.capacity.sim;

import java.util.Locale;

/**
 * A figure of several and how far it can be trusted.
 *
 * @param value the mean over the batches
 * @param halfWidth of its 95 % confidence interval
 */
public record Estimate(double value, double halfWidth) {

    /** The 97.5 % quantile of Student's t for 1 to 30 degrees of freedom. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private static final double NORMAL = 1.96;

    /**
     * Returns the mean of two or more batch means, or of repeated measurements. Batch means are near enough to
     * independent when batches are much longer than what a request or a quota's period takes: A. M. Law, "Simulation Modeling and Analysis", chapter 9.
     */
    public static Estimate ofBatches(double[] batches) {
        double sum = 0;
        for (double batch : batches) {
            sum += batch;
        }
        double mean = sum / batches.length;
        double squares = 0;
        for (double batch : batches) {
            squares += (batch - mean) * (batch - mean);
        }
        int freedom = batches.length - 1;
        double t = freedom <= STUDENT.length ? STUDENT[freedom - 1] : NORMAL;
        return new Estimate(mean, t * Math.sqrt(squares / freedom / batches.length));
    }

    /** Whether the confidence interval, widened by so many times its half width, covers the value. */
    public boolean covers(double other, double times) {
        return Math.abs(other - value) <= times * halfWidth;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.4g ± %.2g", value, halfWidth);
    }
}
