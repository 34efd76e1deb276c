package dev.multipool.perf.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolComparisonTest {
    private static final LabRun FAST = MadeUpResults.run(1, 1, 8, 1000, 9);
    private static final LabRun SLOW = MadeUpResults.run(2, 1, 16, 2000, 11);

    @Test
    void answer_isTheLargestThroughputThatKeepsTheObjective() {
        assertThat(answer(FAST, SLOW).text())
                .startsWith("largest throughput with TP99 < 10 ms, as it is: fixed 8 under 32 users, 1000 TPS");
    }

    @Test
    void answer_whenAllMissIt_saysThatNothingKeptIt() {
        assertThat(answer(SLOW).text()).startsWith("nothing kept TP99 < 10 ms, as it is, measured on ");
        assertThat(answer(SLOW, MadeUpResults.invalid(FAST, "EINTERNAL")).text())
                .startsWith("nothing kept ");
    }

    @Test
    void answer_whenNoRunCounts_saysSo() {
        assertThat(answer(MadeUpResults.invalid(FAST, "EINTERNAL")).text())
                .startsWith("no run counts, as it is, measured on ");
    }

    private static Answer answer(LabRun... runs) {
        Session session = CalmSession.begin(
                trial -> {
                    throw new AssertionError("runs nothing");
                },
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                1,
                () -> Instant.EPOCH,
                line -> {});
        return PoolComparison.answer(session, PointSummary.of(List.of(runs)), "as it is");
    }
}
