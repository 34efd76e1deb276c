package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.PointSummary.PointFigures;
import dev.multipool.laboratory.run.Trial;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PointSummaryTest {
    @Test
    void of_keepsTheOrderOfFirstRunsAndLeavesInvalidRunsOut() {
        List<PointSummary> points = PointSummary.of(List.of(
                MadeUpResults.run(1, 1, 16, 900, 5),
                MadeUpResults.run(2, 1, 2, 100, 9),
                MadeUpResults.invalid(MadeUpResults.run(3, 2, 16, 5000, 1), "EINTERNAL"),
                MadeUpResults.run(4, 2, 2, 120, 8),
                MadeUpResults.disturbed(MadeUpResults.run(5, 3, 2, 20, 80))));

        assertThat(points)
                .extracting(point -> point.settings().requirePool().threads())
                .containsExactly(16, 2);
        assertThat(points.get(1))
                .returns(2, PointSummary::validRuns)
                .returns(null, PointSummary::disturbedFigures)
                .returns(new Spread(110, 100, 120), point -> figures(point).throughputPerSecond())
                .returns(
                        new Spread(9, 8, 9),
                        point -> figures(point).percentiles().p99Millis());
        assertThat(points.get(0))
                .returns(2, PointSummary::runs)
                .returns(1, PointSummary::validRuns)
                .returns(new Spread(900, 900, 900), point -> figures(point).throughputPerSecond());
    }

    @Test
    void of_withoutAValidRun_hasNoFigures() {
        List<PointSummary> points =
                PointSummary.of(List.of(MadeUpResults.invalid(MadeUpResults.run(1, 1, 2, 100, 9), "EINTERNAL")));

        assertThat(points).singleElement().returns(null, PointSummary::figures).returns(0, PointSummary::validRuns);
    }

    @Test
    void of_withRunsThatOnlyTheMachineDisturbed_hasTheirFiguresApart() {
        PointSummary point = PointSummary.of(List.of(
                        MadeUpResults.disturbed(MadeUpResults.run(1, 1, 2, 100, 9)),
                        MadeUpResults.invalid(MadeUpResults.run(2, 2, 2, 900, 1), "EINTERNAL")))
                .get(0);

        assertThat(point).returns(null, PointSummary::figures).returns(0, PointSummary::validRuns);
        assertThat(Objects.requireNonNull(point.disturbedFigures()).throughputPerSecond())
                .isEqualTo(new Spread(100, 100, 100));
        assertThat(Objects.requireNonNull(point.evidence().discarded()))
                .returns(2, Evidence.Discarded::windows)
                .returns(new Spread(500, 100, 900), Evidence.Discarded::throughputPerSecond);
    }

    private static PointFigures figures(PointSummary point) {
        return Objects.requireNonNull(point.figures());
    }

    @Test
    void of_keepsPointsOfAStageTogether() {
        LabRun first = MadeUpResults.run(1, 1, 2, 100, 9);
        LabRun other = elsewhere(MadeUpResults.run(2, 1, 2, 100, 9));

        List<PointSummary> points = PointSummary.of(List.of(first, other, MadeUpResults.run(3, 1, 4, 100, 9)));

        assertThat(points)
                .extracting(point -> point.settings().place().stage())
                .containsExactly("pool sizes", "pool sizes", "elsewhere");
    }

    private static LabRun elsewhere(LabRun run) {
        RunSettings settings = run.settings();
        PointPosition place = new PointPosition("elsewhere", "threads", "2");
        return MadeUpResults.run(
                new Trial(
                        run.identity().number(),
                        1,
                        new RunSettings(place, settings.variant(), settings.load(), settings.expectedErrors())),
                100,
                9,
                Map.of());
    }
}
