package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.process.CorePlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class AnswerTest {
    private static final Objective OBJECTIVE = Objective.tp99Below(Duration.ofMillis(10));
    private static final CorePlan FOUR_OF_EIGHT = CorePlan.of(List.of(0, 1, 2, 3, 4, 5, 6, 7), true, 0);

    @Test
    void smallestPool_takesTheLargestThroughputThatKeepsTheLimit() {
        Answer answer = answer(
                MadeUpResults.run(1, 1, 2, 1000, 4),
                MadeUpResults.run(2, 1, 4, 2000, 9.9),
                MadeUpResults.run(3, 1, 8, 3000, 10));

        assertThat(answer.recommendation().pool()).isEqualTo(MadeUpResults.business(4, 1000));
        assertThat(answer)
                .returns(AnswerOutcome.PROVISIONAL, Answer::outcome)
                .returns(
                        Map.of("pools.business", "fixed:threads=4,queue=1000", "server.event-loops", "1"),
                        each -> each.recommendation().settings())
                .returns(true, each -> each.recommendation().basis().measured())
                .returns(2000.0, each -> each.recommendation().throughputPerSecond())
                .returns(9.9, each -> each.recommendation().p99Millis())
                .returns(4, each -> each.recommendation().basis().cores())
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

        assertThat(answer.recommendation().pool()).isEqualTo(MadeUpResults.business(8, 1000));
        assertThat(answer.text())
                .contains("fixed pool of 8 threads, 981 TPS")
                .endsWith("(the smallest within 2 % of the best: 16 threads gave 1000 TPS)");
    }

    @Test
    void smallestPool_neverTakesAnInvalidRunAndSaysWhichSizesHaveNoOther() {
        Answer answer = answer(
                MadeUpResults.run(1, 1, 2, 1000, 4),
                MadeUpResults.invalid(MadeUpResults.run(2, 1, 4, 9000, 1), "EINTERNAL"));

        assertThat(answer.recommendation().pool()).isEqualTo(MadeUpResults.business(2, 1000));
        assertThat(answer.text()).endsWith("; no run counts with 4 threads");
    }

    @Test
    void smallestPool_ofRunsThatTheMachineDisturbed_isProvisional() {
        Answer answer = answer(
                MadeUpResults.disturbed(MadeUpResults.run(1, 1, 2, 1000, 4)),
                MadeUpResults.disturbed(MadeUpResults.run(2, 2, 2, 1010, 4)),
                MadeUpResults.disturbed(MadeUpResults.run(3, 3, 2, 990, 4)));

        assertThat(answer.recommendation().pool()).isEqualTo(MadeUpResults.business(2, 1000));
        assertThat(answer.outcome()).isEqualTo(AnswerOutcome.PROVISIONAL);
        assertThat(answer.missing())
                .containsExactly(
                        new Shortfall(Shortfall.Condition.WINDOWS, 0, 3),
                        new Shortfall(Shortfall.Condition.DISCARDED_WINDOWS, 3, 0));
    }

    @Test
    void smallestPool_ofThreeSteadyRuns_isAnAnswer() {
        Answer answer = answer(
                MadeUpResults.run(1, 1, 2, 1000, 4),
                MadeUpResults.run(2, 2, 2, 1010, 4.1),
                MadeUpResults.run(3, 3, 2, 990, 4.2));

        assertThat(answer.outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(answer.missing()).isEmpty();
    }

    @Test
    void smallestPool_whenNoSizeMeetsTheObjective_saysWhichCameClosest() {
        Answer answer = answer(MadeUpResults.run(1, 1, 2, 1000, 14), MadeUpResults.run(2, 1, 4, 2000, 12));

        assertThat(answer)
                .returns(AnswerOutcome.NONE, Answer::outcome)
                .returns(null, each -> each.recommendation().pool())
                .returns(null, each -> each.recommendation().settings())
                .returns(null, each -> each.recommendation().throughputPerSecond())
                .returns(null, each -> each.recommendation().p99Millis())
                .returns(
                        "no size met TP99 < 10 ms: the lowest TP99 was 12.0 ms, of a fixed pool of 4 threads, "
                                + "2000 TPS, measured on 4 cores",
                        Answer::text);
    }

    @Test
    void smallestPool_whenNoRunCounts_saysThat() {
        Answer answer = answer(MadeUpResults.invalid(MadeUpResults.run(1, 1, 2, 1000, 4), "EINTERNAL"));

        assertThat(answer.outcome()).isEqualTo(AnswerOutcome.NONE);
        assertThat(Objects.requireNonNull(answer.whyNone()).cause()).isEqualTo(NoAnswer.Cause.NO_WINDOW_COUNTS);
        assertThat(answer.text()).contains("no run counts");
    }

    private static Answer answer(LabRun... runs) {
        return Answer.smallestPool(OBJECTIVE, PointSummary.of(List.of(runs)), FOUR_OF_EIGHT);
    }
}
