package dev.multipool.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.process.CorePlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerTest {
    private static final Objective OBJECTIVE = new Objective(10);
    private static final CorePlan FOUR_OF_EIGHT = CorePlan.of(List.of(0, 1, 2, 3, 4, 5, 6, 7), true, 0);

    @Test
    void smallestPool_takesTheLargestThroughputThatKeepsTheLimit() {
        Answer answer = answer(
                MadeUpResults.run(1, 1, 2, 1000, 4),
                MadeUpResults.run(2, 1, 4, 2000, 9.9),
                MadeUpResults.run(3, 1, 8, 3000, 10));

        assertThat(answer.pool()).isEqualTo(PoolSettings.business(4, 1000));
        assertThat(answer)
                .returns(true, Answer::met)
                .returns(
                        Map.of("pools.business", "fixed:threads=4,queue=1000", "server.event-loops", "1"),
                        Answer::settings)
                .returns(true, Answer::measured)
                .returns(2000.0, Answer::throughputPerSecond)
                .returns(9.9, Answer::p99Millis)
                .returns(4, Answer::cores)
                .returns(
                        "largest throughput with TP99 < 10 ms: fixed pool of 4 threads, 2000 TPS, TP99 9.9 ms, "
                                + "measured on 4 cores",
                        Answer::text);
    }

    @Test
    void smallestPool_amongSizesWithin2PercentOfTheBest_takesTheSmallestAndSaysSo() {
        Answer answer = answer(
                MadeUpResults.run(1, 1, 4, 979, 4),
                MadeUpResults.run(2, 1, 8, 981, 4),
                MadeUpResults.run(3, 1, 16, 1000, 4),
                MadeUpResults.run(4, 1, 24, 2000, 40));

        assertThat(answer.pool()).isEqualTo(PoolSettings.business(8, 1000));
        assertThat(answer.text())
                .contains("fixed pool of 8 threads, 981 TPS")
                .endsWith("(the smallest within 2 % of the best: 16 threads gave 1000 TPS)");
    }

    @Test
    void smallestPool_neverTakesAnInvalidRunAndSaysWhichSizesHaveNoOther() {
        Answer answer = answer(
                MadeUpResults.run(1, 1, 2, 1000, 4),
                MadeUpResults.invalid(MadeUpResults.run(2, 1, 4, 9000, 1), "9 errors (expected: 0)"));

        assertThat(answer.pool()).isEqualTo(PoolSettings.business(2, 1000));
        assertThat(answer.text()).endsWith("; no run counts with 4 threads");
    }

    @Test
    void smallestPool_whenTheAnswersRunsAreSuspect_saysSo() {
        Answer answer = answer(MadeUpResults.suspect(MadeUpResults.run(1, 1, 2, 1000, 4), "0.5 cores"));

        assertThat(answer.text()).endsWith("; suspect: other work used the cores meanwhile");
    }

    @Test
    void smallestPool_whenNoSizeMeetsTheObjective_saysWhichCameClosest() {
        Answer answer = answer(MadeUpResults.run(1, 1, 2, 1000, 14), MadeUpResults.run(2, 1, 4, 2000, 12));

        assertThat(answer)
                .returns(false, Answer::met)
                .returns(null, Answer::pool)
                .returns(null, Answer::settings)
                .returns(null, Answer::throughputPerSecond)
                .returns(null, Answer::p99Millis)
                .returns(
                        "no size met TP99 < 10 ms: the lowest TP99 was 12.0 ms, of a fixed pool of 4 threads, "
                                + "2000 TPS, measured on 4 cores",
                        Answer::text);
    }

    @Test
    void smallestPool_whenNoRunCounts_saysThat() {
        Answer answer = answer(MadeUpResults.invalid(MadeUpResults.run(1, 1, 2, 1000, 4), "reason"));

        assertThat(answer.met()).isFalse();
        assertThat(answer.text()).contains("no run counts");
    }

    private static Answer answer(LabRun... runs) {
        return Answer.smallestPool(OBJECTIVE, PointSummary.of(List.of(runs)), FOUR_OF_EIGHT);
    }
}
