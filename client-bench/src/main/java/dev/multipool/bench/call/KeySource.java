package dev.multipool.bench.call;

import dev.multipool.bench.plan.KeyDistribution;
import java.util.SplittableRandom;

/**
 * Draws ids of one {@link KeyDistribution}. Not safe for threads; each user and each connection has its own.
 *
 * <p>Zipf ids come by rejection from the continuous density x^-s (Hörmann and Derflinger, 1996), so neither the time nor
 * the memory of a draw grows with n. The histogram of k^-s lies under the curve moved by a half: for each k at least 2,
 * k^-s is at most the integral of x^-s from k - 1/2 to k + 1/2, as x^-s is convex. So a point under the curve is drawn by
 * inverting the integral, its x is rounded to k, and it is kept when it falls into the part of k's interval whose area
 * is k^-s. For k = 1 the interval is shortened on its left so that its area is exactly 1: it is never rejected.
 */
public final class KeySource {
    private final SplittableRandom random;
    private final double exponent;
    private final long max;
    private final double lowArea;
    private final double highArea;

    public KeySource(KeyDistribution distribution, long max, SplittableRandom random) {
        this.random = random;
        this.exponent = distribution.exponent();
        this.max = max;
        this.lowArea = area(1.5) - 1;
        this.highArea = area(max + 0.5);
    }

    /** From 1 to the largest. */
    public long next() {
        if (exponent == 0) {
            return 1 + random.nextLong(max);
        }
        while (true) {
            double point = lowArea + random.nextDouble() * (highArea - lowArea);
            long id = Math.min(max, Math.max(1, Math.round(inverseArea(point))));
            if (id == 1 || point >= area(id + 0.5) - Math.pow((double) id, -exponent)) {
                return id;
            }
        }
    }

    /** The integral of x^-s from 1; near s = 1 the power form loses all digits, so it is written by expm1. */
    private double area(double x) {
        double power = (1 - exponent) * Math.log(x);
        return Math.log(x) * (Math.abs(power) < 1e-8 ? 1 + power / 2 : Math.expm1(power) / power);
    }

    private double inverseArea(double area) {
        double scaled = (1 - exponent) * area;
        return Math.exp(area * (Math.abs(scaled) < 1e-8 ? 1 - scaled / 2 : Math.log1p(scaled) / scaled));
    }
}
