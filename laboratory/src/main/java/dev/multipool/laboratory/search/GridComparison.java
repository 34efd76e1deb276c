package dev.multipool.laboratory.search;

import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Spread;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a search found, beside the best of a grid over the same knobs.
 *
 * <p>The best of many single windows is so partly by luck. So the grid's best is the best of what its finals measured again, where
 * any of that keeps the objective.
 *
 * <p>Both figures are as they were measured. A result's own are as if the cores had always had that result's middle speed, which
 * a grid of another hour does not share.
 *
 * @param searched the sizes that the search answered with
 * @param searchedPerSecond what they served under the load that it answered with, in the median of all its windows
 * @param searchRuns windows of a closed loop that it took, with the finals
 * @param best of the grid
 * @param gridRuns windows of the grid
 */
public record GridComparison(
        Map<String, String> searched, double searchedPerSecond, int searchRuns, GridPoint best, int gridRuns) {
    /**
     * One of a grid's sizes under one load.
     *
     * @param values by the knobs' names
     * @param users of the closed loop
     * @param callsPerSecond median over its windows
     * @param windows that count; 0 where the machine disturbed each
     */
    public record GridPoint(Map<String, String> values, int users, double callsPerSecond, int windows) {
        public GridPoint {
            values = Map.copyOf(values);
        }
    }

    /**
     * Compares.
     *
     * @param csv what {@code grid} left
     * @param result of a {@code search} for the same service and objective
     * @return empty when the search has no answer, or nothing of the grid keeps the objective
     * @throws IllegalArgumentException when they are not about the same
     */
    public static Optional<GridComparison> of(String csv, LabResult result) {
        GridCsv grid = GridCsv.parse(csv);
        double limit = result.answer().objective().limitMillis();
        if (grid.limitMillis() != limit) {
            throw new IllegalArgumentException("limit of the grid: " + Figure.millis(grid.limitMillis())
                    + " ms (expected: the result's, " + Figure.millis(limit) + " ms)");
        }
        Map<String, String> searched = result.answer().recommendation().settings();
        Double perSecond = asMeasured(result);
        Optional<GridPoint> best = best(grid.rows(), limit);
        if (searched == null || perSecond == null || best.isEmpty()) {
            return Optional.empty();
        }
        if (!searched.keySet().equals(best.get().values().keySet())) {
            throw new IllegalArgumentException("knobs of the grid: " + String.join(", ", grid.knobs())
                    + " (expected: the result's, " + String.join(", ", searched.keySet()) + ")");
        }
        return Optional.of(new GridComparison(searched, perSecond, windowsInAClosedLoop(result), best.get(), (int)
                grid.rows().stream().filter(row -> row.users() != null).count()));
    }

    /** The search of a rate comes after that of the sizes, and a grid has none. */
    private static int windowsInAClosedLoop(LabResult result) {
        return (int) result.measured().runs().stream()
                .filter(run -> run.settings().load().demand() instanceof Demand.ClosedLoop)
                .count();
    }

    /** Null without an answer. */
    private static @Nullable Double asMeasured(LabResult result) {
        List<LabRun> windows = result.measured().points().stream()
                .filter(result.answer()::isOf)
                .map(PointSummary::settings)
                .flatMap(answered -> result.measured().runs().stream().filter(run -> isAbout(run, answered)))
                .toList();
        List<LabRun> valid = windows.stream().filter(LabRun::isValid).toList();
        return windows.isEmpty()
                ? null
                : Spread.ofMeans((valid.isEmpty() ? windows : valid)
                                .stream()
                                        .map(run -> run.figures().counts().throughputPerSecond())
                                        .toList())
                        .median();
    }

    /** In whatever stage, with windows of whatever length. */
    private static boolean isAbout(LabRun run, RunSettings answered) {
        return run.settings().variant().server().equals(answered.variant().server())
                && run.settings().load().demand().equals(answered.load().demand());
    }

    private static Optional<GridPoint> best(List<GridRow> rows, double limitMillis) {
        List<GridRow> measured =
                rows.stream().filter(row -> row.users() != null).toList();
        List<GridPoint> keeping =
                keeping(measured.stream().filter(GridRow::isValid).toList(), limitMillis, true);
        return most(keeping.stream().filter(point -> point.windows() >= Gate.FEWEST_WINDOWS))
                .or(() -> most(keeping.stream()))
                .or(() -> most(keeping(measured, limitMillis, false).stream()));
    }

    private static Optional<GridPoint> most(Stream<GridPoint> points) {
        return points.max(Comparator.comparingDouble(GridPoint::callsPerSecond));
    }

    /** The points whose median window keeps the limit. */
    private static List<GridPoint> keeping(List<GridRow> rows, double limitMillis, boolean counts) {
        Map<List<Object>, List<GridRow>> byPoint = rows.stream()
                .collect(Collectors.groupingBy(row -> List.of(row.values(), Objects.requireNonNull(row.users()))));
        return byPoint.values().stream()
                .filter(windows -> windows.stream().filter(GridRow::keeps).count() * 2 > windows.size())
                .filter(windows -> medianOf(windows, GridRow::p99Millis) < limitMillis)
                .map(windows -> new GridPoint(
                        windows.get(0).values(),
                        Objects.requireNonNull(windows.get(0).users()),
                        medianOf(windows, GridRow::throughputPerSecond),
                        counts ? windows.size() : 0))
                .toList();
    }

    private static double medianOf(List<GridRow> windows, Function<GridRow, @Nullable Double> figure) {
        return Spread.ofMeans(windows.stream()
                        .map(row -> Objects.requireNonNullElse(figure.apply(row), Double.NaN))
                        .toList())
                .median();
    }

    /** What the search's answer serves / what the grid's best does. */
    public double shareOfTheBest() {
        return searchedPerSecond / best.callsPerSecond();
    }

    /** Windows of the search / windows of the grid. */
    public double shareOfTheWindows() {
        return (double) searchRuns / gridRuns;
    }

    /** For people. */
    public List<String> lines() {
        return List.of(
                "search: " + new Setting(searched) + ", " + Figure.perSecond(searchedPerSecond) + " calls/s, "
                        + searchRuns + " windows",
                "grid: " + new Setting(new TreeMap<>(best.values())) + " under " + best.users() + " users, "
                        + Figure.perSecond(best.callsPerSecond()) + " calls/s in " + describe(best.windows()) + "; "
                        + (gridRuns == 1 ? "1 window" : gridRuns + " windows") + " in all",
                "the search serves " + Figure.percentWithDecimal(shareOfTheBest()) + " of the grid's best with "
                        + Figure.percent(shareOfTheWindows()) + " of its windows");
    }

    private static String describe(int windows) {
        return switch (windows) {
            case 0 -> "windows none of which counts";
            case 1 -> "one window";
            default -> "the median of " + windows + " windows";
        };
    }
}
