package dev.multipool.laboratory.report;

import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LoadEngine;
import dev.multipool.laboratory.result.MethodAnswer;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.PointSummary.PointFigures;
import dev.multipool.laboratory.result.Spread;
import dev.multipool.laboratory.result.TypicalRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A table of all points for each stage, what was found, why, and at the end the answer, as plain lines. */
public final class ConsoleReport {
    private static final int NARROWEST_LABEL = 7;

    private ConsoleReport() {}

    /** The tables, one line for each point, then the remarks, what limited the answer's run, then the answer in short. */
    public static List<String> lines(LabResult result) {
        List<String> lines = new ArrayList<>();
        List<String> stages = result.stages();
        for (String stage : stages) {
            if (stages.size() > 1) {
                lines.add((lines.isEmpty() ? "" : "\n") + stage);
            }
            lines.addAll(table(stage, result));
        }
        footnotes(result).forEach(lines::add);
        engines(result).forEach(lines::add);
        lines.add("");
        if (!result.findings().isEmpty()) {
            result.findings().stream().map(Finding::text).forEach(lines::add);
            lines.add("");
        }
        List<String> why = diagnosis(result);
        if (!why.isEmpty()) {
            lines.addAll(why);
            lines.add("");
        }
        lines.addAll(AnswerBlock.lines(result));
        return lines;
    }

    /** Programs that are not ours and made the loads, and what their figures are worth. */
    private static Stream<String> engines(LabResult result) {
        return result.measured().points().stream()
                .map(point -> point.settings().load().engine())
                .filter(Objects::nonNull)
                .map(LoadEngine::text)
                .distinct();
    }

    /** The outcome, and what to do where there is no answer: one line. */
    public static List<String> lastLines(LabResult result) {
        return List.of(AnswerBlock.lastLine(result));
    }

    /** The diagnosis of a typical run that the answer rests on; the report page has that of every run. */
    private static List<String> diagnosis(LabResult result) {
        return result.measured().points().stream()
                .filter(result.answer()::isOf)
                .flatMap(point -> TypicalRun.of(result.measured().runs(), point.settings()).stream())
                .reduce((earlier, later) -> later)
                .map(run -> Stream.concat(
                                Stream.of("What limited run " + run.identity().number() + " ("
                                        + run.settings().place().describe() + "):"),
                                TypicalRun.verdicts(result.measured().runs(), run.settings()).stream()
                                        .flatMap(verdict -> verdict.text().stream())
                                        .map(sentence -> "  " + sentence))
                        .toList())
                .filter(lines -> lines.size() > 1)
                .orElse(List.of());
    }

    private static List<String> table(String stage, LabResult result) {
        List<PointSummary> points = result.measured().points().stream()
                .filter(point -> point.settings().place().stage().equals(stage))
                .toList();
        boolean failures = points.stream()
                .map(PointSummary::figures)
                .anyMatch(
                        figures -> figures != null && figures.failedPerSecond().max() > 0);
        String axis = points.get(0).settings().place().axis();
        int width = Stream.concat(
                        Stream.of(axis),
                        points.stream().map(point -> point.settings().place().label()))
                .mapToInt(String::length)
                .reduce(NARROWEST_LABEL, Math::max);
        List<String> lines = new ArrayList<>();
        lines.add(row(
                width,
                axis,
                "TPS",
                "min-max",
                "TP50 ms",
                "TP90 ms",
                "TP99 ms",
                "min-max",
                "TP99.9",
                "server",
                failures ? "failed/s" : "remarks"));
        for (PointSummary point : points) {
            lines.add(row(width, failures, point, result));
        }
        return lines;
    }

    private static String row(int width, boolean failures, PointSummary point, LabResult result) {
        PointFigures figures = point.figures();
        String label = point.settings().place().label();
        if (figures == null) {
            return row(width, label, "-", "-", "-", "-", "-", "-", "-", "-", remarks(point, result));
        }
        String failed = failures
                ? String.format(
                        Locale.ROOT,
                        "%8s  ",
                        Figure.perSecond(figures.failedPerSecond().median()))
                : "";
        return row(
                width,
                label,
                Figure.perSecond(figures.throughputPerSecond().median()),
                range(figures.throughputPerSecond(), Figure::perSecond),
                Figure.millis(figures.percentiles().p50Millis().median()),
                Figure.millis(figures.percentiles().p90Millis().median()),
                Figure.millis(figures.percentiles().p99Millis().median()),
                range(figures.percentiles().p99Millis(), Figure::millis),
                millis(figures.percentiles().p999Millis()),
                cores(figures.serverCpuCores()),
                failed + remarks(point, result));
    }

    private static String row(int width, Object... cells) {
        return String.format(Locale.ROOT, "%" + width + "s  %8s  %-15s  %7s  %7s  %7s  %-11s  %7s  %6s  %s", cells)
                .stripTrailing();
    }

    private static String range(Spread spread, DoubleFunction<String> format) {
        return format.apply(spread.min()) + "-" + format.apply(spread.max());
    }

    private static String millis(@Nullable Spread spread) {
        return spread == null ? "-" : Figure.millis(spread.median());
    }

    private static String cores(@Nullable Double cores) {
        return cores == null ? "-" : Figure.cores(cores);
    }

    private static String remarks(PointSummary point, LabResult result) {
        int invalid = point.runs() - point.validRuns();
        return Stream.of(
                        recommended(point, result.answer()),
                        stalls(point.figures()),
                        invalid > 0 ? invalid + " of " + point.runs() + " runs discarded" : "")
                .filter(remark -> !remark.isEmpty())
                .reduce((one, other) -> one + ", " + other)
                .orElse("");
    }

    /** Marks what is recommended, in a search for each method. */
    private static String recommended(PointSummary point, Answer answer) {
        return answer.methods().stream()
                .filter(method -> isOf(method.settings().pools(), point))
                .map(MethodAnswer::outcome)
                .findFirst()
                .or(() -> Optional.of(answer.outcome()).filter(outcome -> answer.isOf(point)))
                .map(outcome -> outcome == AnswerOutcome.ANSWER ? "<- answer" : "<- provisional answer")
                .orElse("");
    }

    private static boolean isOf(MethodAnswer.@Nullable MeasuredSetting pools, PointSummary point) {
        return pools != null
                && Candidate.of(List.of(point)).stream()
                        .anyMatch(candidate -> candidate.variant().name().equals(pools.name())
                                && candidate.throughput() == pools.throughputPerSecond());
    }

    /** The generator's own rule: from this ratio on the raw TP99 of a closed loop hides stalls. */
    private static String stalls(@Nullable PointFigures figures) {
        Spread corrected = figures == null ? null : figures.percentiles().correctedP99Millis();
        return figures == null
                        || corrected == null
                        || corrected.median()
                                < LoadResult.STALLS_FROM
                                        * figures.percentiles().p99Millis().median()
                ? ""
                : "TP99 hides stalls: corrected " + Figure.millis(corrected.median()) + " ms";
    }

    private static Stream<String> footnotes(LabResult result) {
        return Stream.concat(
                Stream.of(
                        "",
                        "Medians over the runs of a point; of percentiles, with an even number of runs, the larger of the"
                                + " middle two.",
                        "server: CPU cores that it kept busy, of "
                                + result.setup().cores().describeServerCores() + "; "
                                + result.setup().cores().sentence() + "."),
                result.measured().runs().stream()
                        .filter(run -> !run.isValid())
                        .map(run -> "run " + run.identity().number() + " ("
                                + run.settings().place().describe() + "): "
                                + "discarded, "
                                + run.invalidReasons().stream()
                                        .map(InvalidReason::text)
                                        .collect(Collectors.joining("; "))));
    }
}
