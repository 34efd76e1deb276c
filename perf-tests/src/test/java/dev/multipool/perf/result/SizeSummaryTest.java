package dev.multipool.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.result.SizeSummary.SizeFigures;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SizeSummaryTest {
    @Test
    void of_ordersBySizeAndLeavesInvalidRunsOut() {
        List<SizeSummary> sizes = SizeSummary.of(List.of(
                MadeUpResults.run(1, 1, 16, 900, 5),
                MadeUpResults.run(2, 1, 2, 100, 9),
                MadeUpResults.invalid(MadeUpResults.run(3, 2, 16, 5000, 1), "1 errors (expected: 0)"),
                MadeUpResults.suspect(MadeUpResults.run(4, 2, 2, 120, 8), "0.3 cores of foreign load")));

        assertThat(sizes).extracting(size -> size.pool().threads()).containsExactly(2, 16);
        assertThat(sizes.get(0))
                .returns(2, SizeSummary::validRuns)
                .returns(1, SizeSummary::suspectRuns)
                .returns(new Spread(110, 100, 120), size -> figures(size).throughputPerSecond())
                .returns(new Spread(9, 8, 9), size -> figures(size).p99Millis());
        assertThat(sizes.get(1))
                .returns(2, SizeSummary::runs)
                .returns(1, SizeSummary::validRuns)
                .returns(new Spread(900, 900, 900), size -> figures(size).throughputPerSecond());
    }

    @Test
    void of_withoutAValidRun_hasNoFigures() {
        List<SizeSummary> sizes =
                SizeSummary.of(List.of(MadeUpResults.invalid(MadeUpResults.run(1, 1, 2, 100, 9), "reason")));

        assertThat(sizes).singleElement().returns(null, SizeSummary::figures).returns(0, SizeSummary::validRuns);
    }

    private static SizeFigures figures(SizeSummary size) {
        return Objects.requireNonNull(size.figures());
    }
}
