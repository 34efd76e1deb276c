package dev.multipool.laboratory.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpRates;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.ServerSpeed;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.Trial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GridComparisonTest {
    private static final double LIMIT = MadeUpResults.OBJECTIVE.limitMillis();

    @Test
    void of_searchThatServesLess_saysByHowMuchAndWithHowManyWindows() {
        String csv = grid(
                LIMIT,
                row("8", 20, 800.0, 9, true, null),
                row("16", 40, 1250.0, 9, true, null),
                row("16", 80, 1300.0, 20, false, null),
                row("40", 40, 1400.0, 9, true, "STOLEN"),
                GridRow.leftOut(Map.of("threads", "400"), "it died, \"at once\"\nat start"));

        GridComparison comparison = GridComparison.of(csv, search("16", 1000)).orElseThrow();

        assertThat(comparison.shareOfTheBest()).isCloseTo(0.8, within(1e-9));
        assertThat(comparison.shareOfTheWindows()).isCloseTo(0.75, within(1e-9));
        assertThat(comparison.lines())
                .containsExactly(
                        "search: threads=16, 1000 calls/s, 3 windows",
                        "grid: threads=16 under 40 users, 1250 calls/s in one window; 4 windows in all",
                        "the search serves 80.0 % of the grid's best with 75 % of its windows");
    }

    @Test
    void of_gridWhoseWindowsTheMachineDisturbed_takesTheseAndSaysSo() {
        String csv = grid(LIMIT, row("8", 20, 800.0, 9, true, "STOLEN"));

        GridComparison comparison = GridComparison.of(csv, search("8", 800)).orElseThrow();

        assertThat(comparison.lines().get(1)).endsWith("800 calls/s in windows none of which counts; 1 window in all");
    }

    @Test
    void of_gridWithFinals_takesTheBestOfTheseAndNotTheLuckiestWindow() {
        String csv = grid(
                LIMIT,
                row("8", 20, 990.0, 9, true, null),
                row("16", 40, 1250.0, 9.9, true, null),
                row("16", 40, 1150.0, 12, false, null),
                row("16", 40, 1160.0, 13, false, null),
                row("16", 32, 980.0, 8, true, null),
                row("16", 32, 1000.0, 9, true, null),
                row("16", 32, 1020.0, 12, false, null),
                row("40", 40, 1400.0, 9, true, null));

        GridComparison comparison = GridComparison.of(csv, search("16", 1000)).orElseThrow();

        assertThat(comparison.best()).isEqualTo(new GridComparison.GridPoint(Map.of("threads", "16"), 32, 1000, 3));
        assertThat(comparison.lines().get(1))
                .isEqualTo(
                        "grid: threads=16 under 32 users, 1000 calls/s in the median of 3 windows; 8 windows in all");
    }

    @Test
    void of_searchOnCoresWhoseSpeedMoved_takesWhatItMeasured() {
        List<LabRun> windows = List.of(
                MadeUpResults.atSpeed(window(1, "16", 900), new ServerSpeed(1, 200_000, null, null)),
                MadeUpResults.atSpeed(window(2, "16", 1000), new ServerSpeed(1, 240_000, null, null)),
                MadeUpResults.atSpeed(window(3, "16", 1100), new ServerSpeed(1, 160_000, null, null)));
        LabResult search = search(windows);

        GridComparison comparison = GridComparison.of(grid(LIMIT, row("16", 40, 1000.0, 9, true, null)), search)
                .orElseThrow();

        assertThat(search.answer().recommendation().throughputPerSecond()).isNotEqualTo(1000);
        assertThat(comparison.shareOfTheBest()).isCloseTo(1, within(1e-9));
    }

    @Test
    void of_searchWithARateOfIndependentCalls_countsTheWindowsOfTheClosedLoopAlone() {
        GridComparison comparison = GridComparison.of(
                        grid(LIMIT, row("63", 10, 1700.0, 9, true, null)), MadeUpRates.confirmed())
                .orElseThrow();

        assertThat(comparison.lines().get(0)).contains("1672 calls/s").endsWith(" 3 windows");
    }

    @Test
    void of_gridThatNeverKeepsTheObjective_isNothing() {
        assertThat(GridComparison.of(grid(LIMIT, row("8", 20, 800.0, 90, false, null)), search("8", 800)))
                .isEmpty();
    }

    @Test
    void of_otherLimitOrOtherKnobs_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> GridComparison.of(grid(2 * LIMIT, row("8", 20, 800.0, 9, true, null)), search("8", 800)))
                .withMessage("limit of the grid: 20.0 ms (expected: the result's, 10.0 ms)");
        String other = GridCsv.render(
                List.of("workers"), LIMIT, List.of(new GridRow(Map.of("workers", "8"), 20, 800.0, 9.0, true, null)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GridComparison.of(other, search("8", 800)))
                .withMessage("knobs of the grid: workers (expected: the result's, threads)");
    }

    @Test
    void parse_whatWasRendered_isTheSame() {
        List<GridRow> rows = List.of(
                new GridRow(Map.of("a", "x,y", "b", "2"), 20, 800.25, 9.5, true, null),
                new GridRow(Map.of("a", "said \"no\"", "b", "3"), 21, 1.0, 2.0, false, "STOLEN; PAUSED"),
                GridRow.leftOut(Map.of("a", "z", "b", "4"), "with a=z: it ended, with 3"));

        GridCsv grid = GridCsv.parse(GridCsv.render(List.of("b", "a"), LIMIT, rows));

        assertThat(grid).isEqualTo(new GridCsv(List.of("b", "a"), LIMIT, rows));
    }

    @Test
    void parse_somethingElse_isRefused() {
        String header = "threads,users,calls_per_s,tp99_ms,limit_ms,keeps,valid,why_not\n";

        assertRefused("", "columns: ");
        assertRefused("experiment,run\n1,2\n", "columns: experiment,run");
        assertRefused(header, "rows: none");
        assertRefused(header + "8,20\n", "row 1: 2 cells (expected: 8)");
        assertRefused(header + "8,many,1,2,3,true,true,\n", "row 1: For input string: \"many\"");
        assertRefused(header + "8,\"20,1,2,3,true,true,\n", "row 1: a quote that does not end");
    }

    private static void assertRefused(String csv, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GridCsv.parse(csv))
                .withMessageStartingWith(message);
    }

    private static GridRow row(
            String threads, int users, double perSecond, double p99Millis, boolean keeps, @Nullable String whyInvalid) {
        return new GridRow(Map.of("threads", threads), users, perSecond, p99Millis, keeps, whyInvalid);
    }

    private static String grid(double limit, GridRow... rows) {
        return GridCsv.render(List.of("threads"), limit, List.of(rows));
    }

    /** Three equal windows. */
    private static LabResult search(String threads, double perSecond) {
        return search(List.of(1, 2, 3).stream()
                .map(number -> window(number, threads, perSecond))
                .toList());
    }

    private static LabResult search(List<LabRun> windows) {
        Candidate best = Candidate.of(PointSummary.of(windows)).get(0);
        Answer answer = Answer.of(MadeUpResults.OBJECTIVE, best, MadeUpResults.TWO_CORES, "found");
        return MadeUpResults.of("size-service", new Findings(answer, List.of(), List.of()), windows);
    }

    private static LabRun window(int number, String threads, double perSecond) {
        RunSettings settings = new RunSettings(
                new PointPosition("finals", "threads", threads),
                new Variant("threads=" + threads, Map.of("threads", threads), null, null, null, null, false),
                MadeUpResults.LOAD.with(new ClosedLoop(40, 0, 0.1)),
                List.of());
        return MadeUpResults.run(new Trial(number, number, settings), perSecond, 8, Map.of());
    }
}
