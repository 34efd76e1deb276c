package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.laboratory.result.Verdict.Cause;
import dev.multipool.laboratory.result.Verdict.Measure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TypicalRunTest {
    private static final RunSettings EIGHT = MadeUpResults.settings(8);

    @Test
    void of_oneRunThatWentOtherwise_isTheLastOfTheOthers() {
        List<LabRun> runs = List.of(
                limited(1, Cause.POOL_TOO_SMALL, "select"),
                limited(2, Cause.POOL_TOO_SMALL, "select"),
                limited(3, Cause.SERVER_CORES, "select"));

        assertThat(TypicalRun.of(runs, EIGHT)).contains(runs.get(1));
        assertThat(TypicalRun.limit(runs, EIGHT)).map(Verdict::cause).contains(Cause.POOL_TOO_SMALL);
    }

    @Test
    void of_asManyOfEach_isTheLast() {
        List<LabRun> runs = List.of(limited(1, Cause.LOAD, "select"), limited(2, Cause.LOAD, "common"));

        assertThat(TypicalRun.of(runs, EIGHT)).contains(runs.get(1));
    }

    @Test
    void of_runsThatDoNotCount_askedOnlyWhereThereAreNoOthers() {
        LabRun counts = limited(1, Cause.LOAD, "select");
        List<LabRun> disturbed = List.of(
                MadeUpResults.disturbed(limited(2, Cause.CPU_QUOTA, null)),
                MadeUpResults.disturbed(limited(3, Cause.CPU_QUOTA, null)));

        assertThat(TypicalRun.of(List.of(counts, disturbed.get(0), disturbed.get(1)), EIGHT))
                .contains(counts);
        assertThat(TypicalRun.of(disturbed, EIGHT)).contains(disturbed.get(1));
    }

    @Test
    void of_otherSettings_isEmpty() {
        assertThat(TypicalRun.of(List.of(limited(1, Cause.LOAD, "select")), MadeUpResults.settings(2)))
                .isEmpty();
    }

    @Test
    void limit_poolWhoseThreadsAreBusy_whereMoreWereTriedInVain_isNotTooSmall() {
        List<LabRun> runs = List.of(
                limited(1, Cause.POOL_TOO_SMALL, "business"),
                MadeUpResults.run(2, 1, 16, 8320, 6),
                MadeUpResults.run(3, 1, 24, 6000, 6));

        Verdict limit = TypicalRun.limit(runs, EIGHT).orElseThrow();

        assertThat(limit.cause()).isEqualTo(Cause.POOL_USED_UP);
        assertThat(limit.figures()).containsEntry(Measure.MORE_THREADS, 16.0);
        assertThat(limit.figures().get(Measure.GAIN)).isCloseTo(0.04, within(1e-9));
        assertThat(limit.text().get(0)).endsWith("of pool business were busy, but 16 served only 4 % more.");
        assertThat(TypicalRun.limit(List.of(runs.get(0), runs.get(2)), EIGHT)
                        .orElseThrow()
                        .text()
                        .get(0))
                .endsWith("but 24 served 25 % less.");
    }

    @Test
    void limit_poolWhoseThreadsAreBusy_whereMoreHelp_orWereNotTried_isTooSmall() {
        LabRun busy = limited(1, Cause.POOL_TOO_SMALL, "business");

        assertThat(TypicalRun.limit(List.of(busy, MadeUpResults.run(2, 1, 16, 9000, 6)), EIGHT))
                .map(Verdict::cause)
                .contains(Cause.POOL_TOO_SMALL);
        assertThat(TypicalRun.limit(List.of(busy, MadeUpResults.run(2, 1, 4, 7000, 6)), EIGHT))
                .map(Verdict::cause)
                .contains(Cause.POOL_TOO_SMALL);
    }

    @Test
    void limit_ofAServerThatNobodyWatched_isEmpty() {
        LabRun run = MadeUpResults.run(1, 1, 8, 8000, 6);

        assertThat(TypicalRun.limit(List.of(run), EIGHT)).isEmpty();
    }

    private static LabRun limited(int number, Cause cause, @Nullable String pool) {
        LabRun run = MadeUpResults.run(number, number, 8, 8000, 6);
        RunDetails details = run.details();
        return new LabRun(
                run.identity(),
                run.settings(),
                run.figures(),
                run.server(),
                new RunDetails(
                        details.earlierRuns(),
                        details.threads(),
                        details.cores(),
                        details.profile(),
                        List.of(new Verdict(cause, pool, Map.of(), null))),
                run.environment(),
                run.invalidReasons());
    }
}
