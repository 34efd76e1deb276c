package dev.multipool.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.bench.plan.LoadModel.Arrivals;
import dev.multipool.bench.plan.LoadModel.OpenLoop;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.plan.Plans;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArrivalScheduleTest {
    private static final long SEED = 20_261_121;

    @Test
    void constant_connectionsTogether_areEvenlySpaced() {
        long[] all = merged(new OpenLoop(300, Arrivals.CONSTANT, 1, LoadProfile.CONSTANT), 4, 1_000);

        for (int i = 0; i < all.length; i++) {
            assertThat(all[i]).as("arrival %d", i).isEqualTo(Math.round(i * 1e9 / 300));
        }
    }

    @Test
    void constant_roundingDoesNotAddUp() {
        ArrivalSchedule schedule =
                schedule(new OpenLoop(7, Arrivals.CONSTANT, 1, LoadProfile.CONSTANT), 0, 1, new SplittableRandom(SEED));

        long last = LongStream.generate(schedule::nextNanos).limit(7_000_001).reduce(0, (a, b) -> b);

        assertThat(last).isEqualTo(1_000_000_000_000_000L);
    }

    @Test
    void aRateThatGrows_spacesArrivalsByTheRateOfTheMoment() {
        OpenLoop load = new OpenLoop(100, Arrivals.CONSTANT, 1, LoadProfile.ramp(100, 300, Duration.ofSeconds(10)));

        long[] all = merged(load, 3, 700);

        // calls up to t: 100 t + 10 t²
        assertThat(Arrays.stream(all).filter(nanos -> nanos < 5_000_000_000L).count())
                .isEqualTo(750);
        assertThat(Arrays.stream(all).filter(nanos -> nanos < 10_000_000_000L).count())
                .isEqualTo(2_000);
        // then 300 a second
        assertThat(all[2_099]).isCloseTo(10_330_000_000L, within(1_000L));
        for (int i = 1; i < all.length; i++) {
            assertThat(all[i]).isGreaterThan(all[i - 1]);
        }
    }

    @Test
    void poisson_gapsOfAllConnections_areExponential() {
        int perConnection = 25_000;
        long[] all = merged(new OpenLoop(1_000, Arrivals.POISSON, 1, LoadProfile.CONSTANT), 4, perConnection);
        // beyond the first connection's end the others are alone
        int count = 4 * perConnection * 9 / 10;

        double[] gaps =
                IntStream.range(1, count).mapToDouble(i -> all[i] - all[i - 1]).toArray();

        double mean = Arrays.stream(gaps).average().orElseThrow();
        // standard error of the mean of 90,000 exponential gaps is 1/300 of it; 4 of them
        assertThat(mean).isCloseTo(1e6, within(1e6 * 4 / 300));
        assertThat(kolmogorovSmirnov(gaps, 1e6)).isLessThan(1.95 / Math.sqrt(count));
    }

    @Test
    void poisson_sameSeed_isTheSameSchedule() {
        OpenLoop load = new OpenLoop(1_000, Arrivals.POISSON, 1, LoadProfile.CONSTANT);

        assertThat(merged(load, 3, 100)).isEqualTo(merged(load, 3, 100));
    }

    private static ArrivalSchedule schedule(OpenLoop load, int connection, int connections, SplittableRandom random) {
        return new ArrivalSchedule(load.arrivals(), LoadCurve.of(load, Plans.COLD), connection, connections, random);
    }

    private static long[] merged(OpenLoop load, int connections, int perConnection) {
        SplittableRandom seeds = new SplittableRandom(SEED);
        return IntStream.range(0, connections)
                .mapToObj(i -> schedule(load, i, connections, seeds.split()))
                .flatMapToLong(
                        schedule -> LongStream.generate(schedule::nextNanos).limit(perConnection))
                .sorted()
                .toArray();
    }

    /** Largest distance from the exponential distribution; 1.95 / sqrt(n) is exceeded by 1 in 1000 samples of it. */
    private static double kolmogorovSmirnov(double[] gaps, double mean) {
        double[] sorted = gaps.clone();
        Arrays.sort(sorted);
        double largest = 0;
        for (int i = 0; i < sorted.length; i++) {
            double expected = -Math.expm1(-sorted[i] / mean);
            largest = Math.max(largest, Math.abs(expected - (i + 0.5) / sorted.length));
        }
        return largest;
    }
}
