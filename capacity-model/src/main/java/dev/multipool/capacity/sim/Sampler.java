package dev.multipool.capacity.sim;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Draws from one delay, with randomness of its own: what one step draws does not depend on how often another does, so two
 * configurations with the same seed meet the same demands (common random numbers).
 */
final class Sampler {

    // one class with a switch, since a call through an interface with four implementations would not be inlined
    private static final int CONSTANT = 0;
    private static final int EXPONENTIAL = 1;
    private static final int LOG_NORMAL = 2;
    private static final int AS_MEASURED = 3;

    private final SplittableRandom random;
    private final int kind;
    private final double mean;
    private final double mu;
    private final double sigma;
    private final Delay.@Nullable Measured measured;

    Sampler(Delay delay, SplittableRandom random) {
        this.random = random;
        this.mean = delay.meanNanos();
        this.measured = delay instanceof Delay.Measured m ? m : null;
        double cv = delay instanceof Delay.LogNormal l ? l.cv() : 0;
        double variance = Math.log1p(cv * cv);
        this.sigma = Math.sqrt(variance);
        this.mu = Math.log(mean) - variance / 2;
        this.kind = kindOf(delay, cv);
    }

    private static int kindOf(Delay delay, double cv) {
        if (delay instanceof Delay.Constant || delay.meanNanos() == 0) {
            return CONSTANT;
        }
        if (delay instanceof Delay.Exponential) {
            return EXPONENTIAL;
        }
        if (delay instanceof Delay.LogNormal) {
            return cv == 0 ? CONSTANT : LOG_NORMAL;
        }
        return AS_MEASURED;
    }

    double next() {
        return switch (kind) {
            case CONSTANT -> mean;
            case EXPONENTIAL -> mean * random.nextExponential();
            case LOG_NORMAL -> Math.exp(mu + sigma * random.nextGaussian());
            default -> measured == null ? mean : measured.quantile(random.nextDouble());
        };
    }
}
