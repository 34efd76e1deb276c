package dev.multipool.laboratory.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.laboratory.report.Comparison.Cell;
import dev.multipool.laboratory.report.Comparison.Change;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.ServerSpeed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final LabResult BEFORE = MadeUpResults.of(
            MadeUpResults.OBJECTIVE,
            List.of(
                    MadeUpResults.run(1, 1, 8, 1000, 5),
                    MadeUpResults.run(2, 2, 8, 1020, 6),
                    MadeUpResults.run(3, 1, 16, 900, 5)));
    private static final LabResult AFTER = MadeUpResults.of(
            MadeUpResults.OBJECTIVE,
            List.of(
                    MadeUpResults.run(1, 1, 8, 1100, 5.5),
                    MadeUpResults.run(2, 2, 8, 1122, 6),
                    MadeUpResults.run(3, 1, 24, 900, 5)));

    @Test
    void of_twoResults_tellsWhichDifferenceIsLargerThanTheSpread() {
        Comparison comparison = Comparison.of(sides("before", BEFORE, "after", AFTER));

        // the point that only one side has is left out
        assertThat(comparison.rows()).hasSize(1);
        Cell after = Objects.requireNonNull(comparison.rows().get(0).cells().get(1));
        Change throughput = Objects.requireNonNull(after.throughputChange());
        assertThat(throughput.share()).isBetween(0.0999, 0.1001);
        assertThat(throughput.beyondSpread()).isTrue();
        assertThat(Objects.requireNonNull(after.p99Change()).beyondSpread()).isFalse();
    }

    @Test
    void markdown_isATableThatAPullRequestShows() {
        String text = Comparison.of(sides("before", BEFORE, "after", AFTER)).markdown();

        assertThat(text.lines())
                .contains(
                        "| point | TPS before | TP99 ms before | TPS after | TP99 ms after |",
                        "| threads 8 | 1010 | 6.0 | 1111 +10.0 % | 6.0 +0.0 % (within the spread) |");
        assertThat(text).contains("**after**", "Debian 17.0.15+6", "multipool-lab.jar run");
    }

    /** The second result is of slower cores, by a tenth; its service served less, by a tenth. */
    @Test
    void answers_areComparedAtOneSpeedOfTheCores() {
        LabResult slower = ofOneSize(909, 220_000);

        List<ComparedAnswer> answers = Comparison.of(sides("fast", ofOneSize(1000, 200_000), "slow", slower))
                .answers();

        assertThat(answers).singleElement().satisfies(answer -> {
            assertThat(answer.sides()).hasSize(2).allSatisfy(side -> {
                assertThat(side).isNotNull();
                assertThat(side.setting()).isEqualTo("threads 8");
            });
            ComparedAnswer.AtOneSpeed slow =
                    Objects.requireNonNull(answer.sides().get(1));
            assertThat(slow.toldPerSecond()).isCloseTo(909, within(1.0));
            assertThat(slow.throughputPerSecond()).isGreaterThan(940);
            assertThat(answer.mostByLeast()).isBetween(1.0, 1.02);
        });
    }

    @Test
    void answers_ofAMethodThatOnlyOneResultAnswers_areLeftOut() {
        assertThat(ComparedAnswer.of(List.of(MadeUpResults.search(), MadeUpResults.fruitlessSearch())))
                .isEmpty();
    }

    @Test
    void answers_haveARowForEachMethod_andALineForEachResultThatRecommendsSomething() {
        List<ComparedAnswer> answers = ComparedAnswer.of(
                List.of(MadeUpResults.fruitlessSearch(), MadeUpResults.search(), MadeUpResults.search()));

        assertThat(answers).hasSizeGreaterThan(1).allSatisfy(answer -> {
            assertThat(answer.sides().get(0)).isNull();
            assertThat(answer.mostByLeast()).isEqualTo(1);
            List<String> lines = answer.lines(List.of("none", "one", "other"));
            assertThat(lines).hasSize(2);
            assertThat(lines.get(0))
                    .startsWith("| " + answer.method() + " | one | ")
                    .endsWith(" | 1.00 |");
            assertThat(lines.get(1))
                    .startsWith("| " + answer.method() + " | other | ")
                    .endsWith(" | |");
        });
    }

    private static LabResult ofOneSize(double throughputPerSecond, double spinNanos) {
        return MadeUpResults.of(
                MadeUpResults.OBJECTIVE,
                IntStream.rangeClosed(1, 3)
                        .mapToObj(repeat -> MadeUpResults.atSpeed(
                                MadeUpResults.run(repeat, repeat, 8, throughputPerSecond, 5),
                                new ServerSpeed(1, spinNanos, null, null)))
                        .toList());
    }

    @Test
    void of_aResultWithoutRuns_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Comparison.of(sides("before", BEFORE, "after", MadeUpResults.describedInVain())))
                .withMessage("after: no runs (expected: at least one)");
    }

    @Test
    void of_resultsWithoutACommonPoint_isRefused() {
        LabResult other = MadeUpResults.of(MadeUpResults.OBJECTIVE, List.of(MadeUpResults.run(1, 1, 2, 1, 1)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Comparison.of(sides("before", BEFORE, "after", other)))
                .withMessageContaining("expected: at least one point");
    }

    private static Map<String, LabResult> sides(String one, LabResult first, String other, LabResult second) {
        Map<String, LabResult> sides = new LinkedHashMap<>();
        sides.put(one, first);
        sides.put(other, second);
        return sides;
    }
}
