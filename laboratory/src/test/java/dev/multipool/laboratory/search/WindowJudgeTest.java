package dev.multipool.laboratory.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.InvalidReason.Measure;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The limit is 10 ms; the median of a made-up window is 45 % of its TP99. */
class WindowJudgeTest {
    private static final WindowJudge JUDGE = new WindowJudge(MadeUpResults.OBJECTIVE, null);

    private static final InvalidReason PAUSED =
            InvalidReason.of(Fault.GENERATOR_PAUSED).with(Measure.PAUSED_MILLIS, 19);
    private static final InvalidReason LATE =
            InvalidReason.of(Fault.GENERATOR_LATE).with(Measure.SEND_DELAY_MILLIS, 16);

    private static LabRun window(double p99Millis, InvalidReason... reasons) {
        return MadeUpResults.run(1, 1, 8, 8000, p99Millis).discardedFor(List.of(reasons));
    }

    @Test
    void tells_windowThatNobodyDisturbed_alwaysDoes() {
        assertThat(JUDGE.tells(window(12))).isTrue();
        assertThat(JUDGE.tells(window(12, InvalidReason.ofErrors(Map.of("ELIMIT", 1L), List.of()))))
                .isTrue();
    }

    @Test
    void tells_disturbedWindow_onlyWhereItKeepsTheLimit() {
        assertThat(JUDGE.tells(window(9, PAUSED))).isTrue();
        assertThat(JUDGE.tells(window(12, PAUSED))).isFalse();
    }

    @Test
    void tells_halfOfTheCallsSlowerThanTheGeneratorWasHeldUp_isTheServicesDoing() {
        // medians of 27, 31.5 and 54 ms, and the limit is 10 ms
        assertThat(JUDGE.tells(window(60, PAUSED))).isFalse();
        assertThat(JUDGE.tells(window(70, PAUSED))).isTrue();
        assertThat(JUDGE.tells(window(70, PAUSED, LATE))).isFalse();
        assertThat(JUDGE.tells(window(120, PAUSED, LATE))).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"FOREIGN_LOAD", "GENERATOR_BOTTLENECK", "STOPPED_EARLY"})
    void tells_disturbanceOfAnyLength_neverWhereTheLimitIsBroken(Fault fault) {
        assertThat(JUDGE.tells(window(500, InvalidReason.of(fault), PAUSED))).isFalse();
    }
}
