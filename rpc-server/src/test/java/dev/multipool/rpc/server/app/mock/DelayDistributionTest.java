package dev.multipool.rpc.server.app.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.rpc.server.app.mock.DelayDistribution.Shape;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class DelayDistributionTest {
    private static final int SAMPLES = 200_000;
    private static final Duration MEAN = Duration.ofMillis(5);

    @Test
    void noneAndConstant_areExact() {
        assertThat(samples(DelayDistribution.NONE)).containsOnly(0);
        assertThat(samples(new DelayDistribution(Shape.CONSTANT, MEAN, 0))).containsOnly(5_000_000);
    }

    @Test
    void exponential_hasItsMeanAndAVariationOfOne() {
        double[] samples = samples(new DelayDistribution(Shape.EXPONENTIAL, MEAN, 0));

        assertThat(mean(samples)).isCloseTo(5e6, Percentage.withPercentage(1));
        assertThat(deviation(samples)).isCloseTo(5e6, Percentage.withPercentage(2));
    }

    @Test
    void lognormal_hasItsMeanAndItsVariation() {
        double[] samples = samples(new DelayDistribution(Shape.LOGNORMAL, MEAN, 0.3));

        assertThat(mean(samples)).isCloseTo(5e6, Percentage.withPercentage(1));
        assertThat(deviation(samples) / mean(samples)).isCloseTo(0.3, Percentage.withPercentage(2));
        assertThat(Arrays.stream(samples).min().orElseThrow()).isPositive();
    }

    @Test
    void distribution_refusesWhatMakesNoSense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DelayDistribution(Shape.CONSTANT, Duration.ZERO, 0))
                .withMessage("mean: PT0S (expected: > 0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DelayDistribution(Shape.LOGNORMAL, MEAN, 0))
                .withMessage("variation: 0.0 (expected: above 0, at most 100)");
    }

    private static double[] samples(DelayDistribution distribution) {
        SplittableRandom random = new SplittableRandom(42);
        return IntStream.range(0, SAMPLES)
                .mapToDouble(i -> distribution.sampleNanos(random))
                .toArray();
    }

    private static double mean(double[] samples) {
        return Arrays.stream(samples).average().orElseThrow();
    }

    private static double deviation(double[] samples) {
        double mean = mean(samples);
        return Math.sqrt(Arrays.stream(samples)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElseThrow());
    }
}
