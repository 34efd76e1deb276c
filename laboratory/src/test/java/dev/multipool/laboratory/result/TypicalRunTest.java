package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Verdict.Cause;
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
