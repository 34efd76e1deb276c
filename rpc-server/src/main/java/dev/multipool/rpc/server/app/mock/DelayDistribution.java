package dev.multipool.rpc.server.app.mock;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long the mock dependency takes: nothing, a constant, or a random time of a given mean.
 *
 * <p>A lognormal time of mean m and coefficient of variation c is {@code exp(µ + σZ)} with {@code σ² = ln(1 + c²)} and
 * {@code µ = ln m - σ²/2}; for example m = 5 ms and c = 0.3 gives a median of 4.79 ms.
 *
 * <p><b>Threads</b>: immutable; the generator is the caller's.
 *
 * <p><b>Units</b>: nanoseconds.
 *
 * @param shape which distribution
 * @param mean its mean; zero for {@link Shape#NONE}
 * @param variation its coefficient of variation (standard deviation / mean); used by {@link Shape#LOGNORMAL} only
 */
public record DelayDistribution(Shape shape, Duration mean, double variation) {
    /** The families of distributions. */
    public enum Shape {
        NONE,
        CONSTANT,
        EXPONENTIAL,
        LOGNORMAL
    }

    /** No delay at all. */
    public static final DelayDistribution NONE = new DelayDistribution(Shape.NONE, Duration.ZERO, 0);

    public DelayDistribution {
        if (shape == Shape.NONE ? !mean.isZero() : mean.isNegative() || mean.isZero()) {
            throw new IllegalArgumentException(
                    "mean: " + mean + " (expected: " + (shape == Shape.NONE ? "0" : "> 0") + ")");
        }
        boolean usable = shape == Shape.LOGNORMAL ? variation > 0 && variation <= 100 : variation == 0;
        if (!usable) {
            throw new IllegalArgumentException("variation: " + variation + " (expected: "
                    + (shape == Shape.LOGNORMAL ? "above 0, at most 100" : "0") + ")");
        }
    }

    /** One delay. */
    long sampleNanos(RandomGenerator random) {
        double nanos = mean.toNanos();
        return switch (shape) {
            case NONE -> 0;
            case CONSTANT -> mean.toNanos();
            case EXPONENTIAL -> Math.round(-nanos * Math.log(1 - random.nextDouble()));
            case LOGNORMAL -> {
                double variance = Math.log(1 + variation * variation);
                yield Math.round(nanos * Math.exp(Math.sqrt(variance) * gaussian(random) - variance / 2));
            }
        };
    }

    /** Box and Muller's method, written out: the JDK's own may change, and a seed should mean the same everywhere. */
    private static double gaussian(RandomGenerator random) {
        double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
        return radius * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
