package dev.multipool.laboratory.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.multipool.bench.machine.Environment;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.PointSummary.PointFigures;
import dev.multipool.laboratory.result.Spread;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Several kept results of one experiment side by side, point by point: before and after a change, or one JDK beside
 * another.
 *
 * @param sides what is compared; the first is what the others are compared with
 * @param rows the points that at least two sides have
 * @param answers what the sides recommend, at one speed of the cores
 */
public record Comparison(List<Side> sides, List<Row> rows, List<ComparedAnswer> answers) {
    public Comparison {
        sides = List.copyOf(sides);
        rows = List.copyOf(rows);
        answers = List.copyOf(answers);
    }

    /**
     * One result.
     *
     * @param name what people call it, such as {@code before}
     * @param answer what it recommends, in one sentence
     * @param startedAt when its experiment began
     * @param host what it ran on
     * @param revision of the code; null where it is not known
     * @param command repeats it
     */
    public record Side(
            String name,
            String experiment,
            String answer,
            String startedAt,
            @JsonUnwrapped Host host,
            @Nullable String revision,
            String command) {
        /**
         * What it ran on.
         *
         * @param jdk the generator's, and the servers' where they had no other
         */
        public record Host(String jdk, String cpu, String cores) {}
    }

    /**
     * One point.
     *
     * @param place where it stands in the experiment
     * @param cells one for each side; null where that side has no run that counts
     */
    public record Row(PointPosition place, List<@Nullable Cell> cells) {}

    /**
     * What one side measured at a point.
     *
     * @param runs that count
     * @param throughputChange beside the first side; null for the first
     * @param p99Change the same of TP99
     */
    public record Cell(
            Spread throughputPerSecond,
            Spread p99Millis,
            int runs,
            @Nullable Change throughputChange,
            @Nullable Change p99Change) {}

    /**
     * A difference between two sides.
     *
     * @param share of the first side's median: 0.1 for a tenth more
     * @param beyondSpread whether no run of the one lies within the runs of the other, with at least two runs each
     */
    public record Change(double share, boolean beyondSpread) {
        /** For people: {@code +3.1 %}, with a remark when the runs do not tell. */
        String describe() {
            return String.format(Locale.ROOT, "%+.1f %%", 100 * share) + (beyondSpread ? "" : " (within the spread)");
        }
    }

    /**
     * Puts results side by side.
     *
     * @param results by what people call them, in order
     * @throws IllegalArgumentException when there are fewer than two, one has no runs, or they have no point in common
     */
    public static Comparison of(Map<String, LabResult> results) {
        if (results.size() < 2) {
            throw new IllegalArgumentException("results: " + results.size() + " (expected: at least 2)");
        }
        results.forEach((name, result) -> {
            if (result.measured().runs().isEmpty()) {
                throw new IllegalArgumentException(name + ": no runs (expected: at least one)");
            }
        });
        Set<PointPosition> places = new LinkedHashSet<>();
        results.values().forEach(result -> result.measured()
                .points()
                .forEach(point -> places.add(point.settings().place())));
        List<Row> rows = new ArrayList<>();
        for (PointPosition place : places) {
            List<Optional<PointSummary>> found = results.values().stream()
                    .map(result -> result.measured().points().stream()
                            .filter(point -> point.settings().place().equals(place) && point.figures() != null)
                            .findFirst())
                    .toList();
            if (found.stream().filter(Optional::isPresent).count() > 1) {
                rows.add(row(place, found));
            }
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("results: " + results.keySet()
                    + " (expected: at least one point with runs that count in two of them)");
        }
        return new Comparison(
                results.entrySet().stream()
                        .map(entry -> side(entry.getKey(), entry.getValue()))
                        .toList(),
                rows,
                ComparedAnswer.of(results.values()));
    }

    private static Row row(PointPosition place, List<Optional<PointSummary>> found) {
        PointSummary first = found.get(0).orElse(null);
        List<@Nullable Cell> cells = new ArrayList<>();
        for (int side = 0; side < found.size(); side++) {
            PointSummary point = found.get(side).orElse(null);
            cells.add(point == null ? null : cell(point, side == 0 ? null : first));
        }
        return new Row(place, cells);
    }

    private static @Nullable Cell cell(PointSummary point, @Nullable PointSummary first) {
        PointFigures figures = point.figures();
        if (figures == null) {
            return null;
        }
        PointFigures before = first == null ? null : first.figures();
        boolean several = first != null && first.validRuns() > 1 && point.validRuns() > 1;
        return new Cell(
                figures.throughputPerSecond(),
                figures.percentiles().p99Millis(),
                point.validRuns(),
                before == null ? null : change(before.throughputPerSecond(), figures.throughputPerSecond(), several),
                before == null
                        ? null
                        : change(
                                before.percentiles().p99Millis(),
                                figures.percentiles().p99Millis(),
                                several));
    }

    private static @Nullable Change change(Spread before, Spread after, boolean several) {
        boolean apart = after.min() > before.max() || after.max() < before.min();
        return before.median() > 0 ? new Change(after.median() / before.median() - 1, several && apart) : null;
    }

    private static Side side(String name, LabResult result) {
        Environment environment = result.measured().runs().get(0).environment();
        String home = result.measured().runs().get(0).settings().variant().javaHome();
        return new Side(
                name,
                result.about().experiment(),
                result.answer().text(),
                result.setup().startedAt(),
                new Comparison.Side.Host(
                        home == null ? environment.jdk() : home,
                        environment.cpuModel(),
                        result.setup().cores().sentence()),
                environment.gitRevision(),
                result.setup().command());
    }

    /** A summary for a pull request, in Markdown. */
    public String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("### " + sides.get(0).experiment() + ": "
                + String.join(" / ", sides.stream().map(Side::name).toList()));
        lines.add("");
        StringBuilder head = new StringBuilder("| point |");
        StringBuilder rule = new StringBuilder("|---|");
        for (Side side : sides) {
            head.append(" TPS ")
                    .append(side.name())
                    .append(" | TP99 ms ")
                    .append(side.name())
                    .append(" |");
            rule.append("--:|--:|");
        }
        lines.add(head.toString());
        lines.add(rule.toString());
        rows.forEach(row -> lines.add(line(row)));
        lines.add("");
        lines.add("Medians; a change beside `" + sides.get(0).name()
                + "` counts when no run of the one lies within the runs of the other, with at least two runs each.");
        lines.add("");
        if (!answers.isEmpty()) {
            addAnswers(lines);
        }
        for (Side side : sides) {
            lines.add("- **" + side.name() + "**: " + side.answer() + ". "
                    + side.host().jdk() + ", "
                    + (side.revision() == null ? "revision unknown" : "revision " + side.revision()) + ", "
                    + side.host().cpu()
                    + ", " + side.host().cores() + ", " + side.startedAt() + "; `" + side.command() + "`");
        }
        return String.join("\n", lines) + "\n";
    }

    private void addAnswers(List<String> lines) {
        List<String> names = sides.stream().map(Side::name).toList();
        lines.add("| answer for | result | setting | TPS it tells | TPS at one speed of the cores | most / least |");
        lines.add("|---|---|---|--:|--:|--:|");
        answers.forEach(answer -> lines.addAll(answer.lines(names)));
        lines.add("");
    }

    private String line(Row row) {
        boolean stages =
                rows.stream().map(each -> each.place().stage()).distinct().count() > 1;
        StringBuilder line = new StringBuilder("| ")
                .append(stages ? row.place().stage() + ", " : "")
                .append(row.place().describe())
                .append(" |");
        for (Cell cell : row.cells()) {
            line.append(
                    cell == null
                            ? " | |"
                            : " " + Figure.perSecond(cell.throughputPerSecond().median())
                                    + words(cell.throughputChange()) + " | "
                                    + Figure.millis(cell.p99Millis().median()) + words(cell.p99Change()) + " |");
        }
        return line.toString();
    }

    private static String words(@Nullable Change change) {
        return change == null ? "" : " " + change.describe();
    }
}
