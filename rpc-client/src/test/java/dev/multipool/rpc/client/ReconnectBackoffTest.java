package dev.multipool.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReconnectBackoffTest {
    private static final long MILLI = 1_000_000;

    private final ReconnectBackoff backoff =
            new ReconnectBackoff(Duration.ofMillis(50), Duration.ofMillis(300), new SplittableRandom(7));

    @Test
    void nextNanos_doublesUpToTheMaximum_withinItsUpperHalf() {
        assertThat(backoff.nextNanos()).isBetween(25 * MILLI, 50 * MILLI);
        assertThat(backoff.nextNanos()).isBetween(50 * MILLI, 100 * MILLI);
        assertThat(backoff.nextNanos()).isBetween(100 * MILLI, 200 * MILLI);
        assertThat(backoff.nextNanos()).isBetween(150 * MILLI, 300 * MILLI);
        assertThat(backoff.nextNanos()).isBetween(150 * MILLI, 300 * MILLI);
    }

    @Test
    void reset_startsAgainAtTheFirstPause() {
        backoff.nextNanos();
        backoff.nextNanos();

        backoff.reset();

        assertThat(backoff.nextNanos()).isBetween(25 * MILLI, 50 * MILLI);
    }

    @Test
    void nextNanos_ofTwoSeeds_differs() {
        ReconnectBackoff other =
                new ReconnectBackoff(Duration.ofMillis(50), Duration.ofMillis(300), new SplittableRandom(8));

        assertThat(backoff.nextNanos()).isNotEqualTo(other.nextNanos());
    }
}
