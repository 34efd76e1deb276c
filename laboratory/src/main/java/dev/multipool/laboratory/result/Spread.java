package dev.multipool.laboratory.result;

import java.util.List;

/**
 * The middle and the ends of one figure over repeated runs.
 *
 * @param median the middle value
 * @param min the smallest
 * @param max the largest
 */
public record Spread(double median, double min, double max) {

    /** Of figures that may be averaged, such as throughput: with an even number of runs the mean of the middle two. */
    public static Spread ofMeans(List<Double> values) {
        double[] sorted = sorted(values);
        double lower = sorted[(sorted.length - 1) / 2];
        double upper = sorted[sorted.length / 2];
        return new Spread((lower + upper) / 2, sorted[0], sorted[sorted.length - 1]);
    }

    /** Of percentiles, which are never averaged: with an even number of runs the larger of the middle two. */
    public static Spread ofPercentiles(List<Double> values) {
        double[] sorted = sorted(values);
        return new Spread(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    private static double[] sorted(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("values: none (expected: at least 1)");
        }
        return values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }
}
