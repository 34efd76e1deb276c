package dev.multipool.laboratory.search;

import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.LabResult;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a search found, beside the best of a grid over the same knobs.
 *
 * <p>The best of many short windows is so partly by luck, which makes the search look worse than it is.
 *
 * @param searched the sizes that the search answered with
 * @param searchedPerSecond what they served in the finals
 * @param searchRuns windows that it took, with the finals
 * @param best of the grid: the most within the objective, of the windows that count where there are any
 * @param gridRuns windows of the grid
 */
public record GridComparison(
        Map<String, String> searched, double searchedPerSecond, int searchRuns, GridRow best, int gridRuns) {
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
        Double perSecond = result.answer().recommendation().throughputPerSecond();
        Optional<GridRow> best = best(grid.rows());
        if (searched == null || perSecond == null || best.isEmpty()) {
            return Optional.empty();
        }
        if (!searched.keySet().equals(Map.copyOf(best.get().values()).keySet())) {
            throw new IllegalArgumentException("knobs of the grid: " + String.join(", ", grid.knobs())
                    + " (expected: the result's, " + String.join(", ", searched.keySet()) + ")");
        }
        return Optional.of(
                new GridComparison(searched, perSecond, result.measured().runs().size(), best.get(), (int)
                        grid.rows().stream().filter(row -> row.users() != null).count()));
    }

    private static Optional<GridRow> best(List<GridRow> rows) {
        Comparator<GridRow> byCalls =
                Comparator.comparingDouble(row -> Objects.requireNonNullElse(row.throughputPerSecond(), 0.0));
        return rows.stream()
                .filter(row -> row.keeps() && row.isValid())
                .max(byCalls)
                .or(() -> rows.stream().filter(GridRow::keeps).max(byCalls));
    }

    /** What the search's answer serves / what the grid's best does. */
    public double shareOfTheBest() {
        return searchedPerSecond / Objects.requireNonNullElse(best.throughputPerSecond(), Double.NaN);
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
                        + Figure.perSecond(Objects.requireNonNullElse(best.throughputPerSecond(), Double.NaN))
                        + " calls/s, " + gridRuns + " windows" + (best.isValid() ? "" : ", none of which counts"),
                "the search serves " + Figure.percentWithDecimal(shareOfTheBest()) + " of the grid's best with "
                        + Figure.percent(shareOfTheWindows()) + " of its windows");
    }
}
