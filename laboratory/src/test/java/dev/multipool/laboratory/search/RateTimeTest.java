package dev.multipool.laboratory.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.MadeUpResults;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Of windows of 3 s and 6 s; starting processes and warming them up takes 23 s. */
class RateTimeTest {
    private static final Load LOOK = MadeUpResults.LOAD.lasting(10, 3);
    private static final Load CONFIRMATION = MadeUpResults.LOAD.lasting(10, 6);

    @Test
    void of_countsTheStartsOfFreshProcesses() {
        RateTime time = RateTime.of(LOOK, CONFIRMATION);

        // a look, then three windows of 31 s; five looks of 5 s and a start, then four of these windows
        assertThat(time.least()).isEqualTo(Duration.ofSeconds(28 + 3 * 31));
        assertThat(time.usual()).isCloseTo(Duration.ofSeconds(23 + 5 * 5 + 4 * 31), Duration.ofMillis(1));
    }

    @Test
    void onReadyProcesses_needsNoStart() {
        RateTime time = RateTime.onReadyProcesses(LOOK, CONFIRMATION);

        // a window of 6 s has 10 s of first calls at a rate and 2 s of settling
        assertThat(time.least()).isEqualTo(Duration.ofSeconds(5 + 3 * 18));
        assertThat(time.usual()).isEqualTo(Duration.ofSeconds(5 * 5 + 4 * 18));
    }

    @Test
    void within_isWhatItNeeds_orAllThatMayBeKept_orNothing() {
        RateTime time = new RateTime(Duration.ofSeconds(100), Duration.ofSeconds(200));

        assertThat(time.within(Duration.ofMinutes(5))).isEqualTo(Duration.ofSeconds(200));
        assertThat(time.within(Duration.ofSeconds(150))).isEqualTo(Duration.ofSeconds(150));
        assertThat(time.within(Duration.ofSeconds(99))).isZero();
        assertThat(RateTime.NONE.within(Duration.ofMinutes(5))).isZero();
    }
}
