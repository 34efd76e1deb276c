package dev.multipool.bench.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.plan.KeyDistribution;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySourceTest {
    private static final int IDS = 20;
    private static final int DRAWS = 200_000;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.99, 1, 1.1, 2, 5})
    void next_hasTheDistributionsProbabilities(double exponent) {
        KeySource source = new KeySource(new KeyDistribution(exponent), IDS, new SplittableRandom(7));
        long[] counts = new long[IDS + 1];

        for (int i = 0; i < DRAWS; i++) {
            counts[Math.toIntExact(source.next())]++;
        }

        double sum = 0;
        for (int id = 1; id <= IDS; id++) {
            sum += Math.pow(id, -exponent);
        }
        double chiSquare = 0;
        for (int id = 1; id <= IDS; id++) {
            double expected = DRAWS * Math.pow(id, -exponent) / sum;
            chiSquare += (counts[id] - expected) * (counts[id] - expected) / expected;
        }
        // 19 degrees of freedom: 99.9 % of samples stay below
        assertThat(chiSquare).isLessThan(43.8);
    }

    @Test
    void next_ofVeryManyIds_staysInBounds() {
        KeySource source = new KeySource(new KeyDistribution(0.7), Long.MAX_VALUE / 4, new SplittableRandom(7));

        for (int i = 0; i < 10_000; i++) {
            assertThat(source.next()).isBetween(1L, Long.MAX_VALUE / 4);
        }
    }

    @Test
    void next_ofOneId_isThatOne() {
        KeySource source = new KeySource(new KeyDistribution(1.1), 1, new SplittableRandom(7));

        assertThat(source.next()).isEqualTo(1);
    }
}
