package dev.multipool.rpc.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.server.journal.MethodCalls;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MethodPulseTest {
    private static final MethodCalls BEFORE = new MethodCalls("m", Map.of("OK", 100L, "ELIMIT", 3L), 1_000_000_000L);

    @Test
    void of_twoCounts_isWhatWasAddedPerSecond() {
        MethodCalls now = new MethodCalls("m", Map.of("OK", 106L, "ELIMIT", 5L), 1_016_000_000L);

        assertThat(MethodPulse.of(BEFORE, now, 2))
                .containsEntry("method", "m")
                .containsEntry("answersPerSecond", 4.0)
                .containsEntry("failuresPerSecond", 1.0)
                .containsEntry("meanResponseMillis", 2.0);
    }

    @Test
    void of_twoEqualCounts_hasNoMean() {
        assertThat(MethodPulse.of(BEFORE, BEFORE, 1))
                .containsEntry("answersPerSecond", 0.0)
                .containsEntry("meanResponseMillis", Double.NaN);
    }
}
