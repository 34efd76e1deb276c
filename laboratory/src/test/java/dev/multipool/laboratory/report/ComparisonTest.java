package dev.multipool.laboratory.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.laboratory.report.Comparison.Cell;
import dev.multipool.laboratory.report.Comparison.Change;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.MadeUpResults;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
