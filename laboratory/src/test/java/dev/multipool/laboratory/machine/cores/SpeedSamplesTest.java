package dev.multipool.laboratory.machine.cores;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpeedSamplesTest {
    private final SpeedSamples samples = new SpeedSamples(4);

    @Test
    void mean_isThatOfTheSamplesInTheTime() {
        samples.add(10, 900);
        samples.add(20, 200);
        samples.add(30, 500);
        samples.add(40, 300);

        assertThat(samples.mean(15, 40)).hasValue(333);
        assertThat(samples.mean(41, 99)).isEmpty();
    }

    @Test
    void add_beyondTheCapacity_forgetsTheOldest() {
        for (int i = 1; i <= 6; i++) {
            samples.add(i, 100L * i);
        }

        assertThat(samples.mean(1, 2)).isEmpty();
        assertThat(samples.mean(1, 3)).hasValue(300);
    }
}
