package dev.multipool.perf.report;

import dev.multipool.perf.result.Figure;
import dev.multipool.perf.result.LabResult;
import dev.multipool.perf.result.SizeSummary;
import dev.multipool.perf.result.SizeSummary.SizeFigures;
import dev.multipool.perf.result.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table of all sizes and the answer, as plain lines. */
public final class ConsoleReport {
    private ConsoleReport() {}

    /** The table, one line for each size, then the answer. */
    public static List<String> lines(LabResult result) {
        return Stream.of(
                        Stream.of(row(
                                "threads", "TPS", "min-max", "TP50 ms", "TP90 ms", "TP99 ms", "min-max", "TP99.9",
                                "server", "remarks")),
                        result.sizes().stream().map(size -> row(size, result)),
                        footnotes(result),
                        Stream.of("", result.answer().text()))
                .flatMap(lines -> lines)
                .toList();
    }

    private static String row(SizeSummary size, LabResult result) {
        SizeFigures figures = size.figures();
        String threads = String.valueOf(size.pool().threads());
        if (figures == null) {
            return row(threads, "-", "-", "-", "-", "-", "-", "-", "-", remarks(size, result));
        }
        return row(
                threads,
                Figure.perSecond(figures.throughputPerSecond().median()),
                range(figures.throughputPerSecond(), Figure::perSecond),
                Figure.millis(figures.p50Millis().median()),
                Figure.millis(figures.p90Millis().median()),
                Figure.millis(figures.p99Millis().median()),
                range(figures.p99Millis(), Figure::millis),
                Figure.millis(figures.p999Millis().median()),
                cores(figures.serverCpuCores()),
                remarks(size, result));
    }

    private static String row(Object... cells) {
        return String.format(Locale.ROOT, "%7s  %8s  %-15s  %7s  %7s  %7s  %-11s  %7s  %6s  %s", cells)
                .stripTrailing();
    }

    private static String range(Spread spread, DoubleFunction<String> format) {
        return format.apply(spread.min()) + "-" + format.apply(spread.max());
    }

    private static String cores(@Nullable Double cores) {
        return cores == null ? "-" : Figure.cores(cores);
    }

    private static String remarks(SizeSummary size, LabResult result) {
        boolean isAnswer = size.pool().equals(result.answer().pool());
        int invalid = size.runs() - size.validRuns();
        return Stream.of(
                        isAnswer ? "<- answer" : "",
                        invalid > 0 ? invalid + " of " + size.runs() + " runs invalid" : "",
                        size.suspectRuns() > 0 ? size.suspectRuns() + " of " + size.runs() + " runs suspect" : "")
                .filter(remark -> !remark.isEmpty())
                .reduce((one, other) -> one + ", " + other)
                .orElse("");
    }

    private static Stream<String> footnotes(LabResult result) {
        return Stream.concat(
                Stream.of(
                        "",
                        "Medians over the runs of a size; of percentiles, with an even number of runs, the larger of the"
                                + " middle two.",
                        "server: CPU cores that it kept busy, of "
                                + result.setup().cores().describeServerCores() + "; "
                                + result.setup().cores().sentence() + "."),
                result.runs().stream()
                        .filter(run -> !run.isValid() || run.isSuspect())
                        .map(run -> "run " + run.number() + " ("
                                + run.settings().pool().threads() + " threads): "
                                + (run.isValid() ? "suspect, " : "invalid, ")
                                + String.join("; ", run.isValid() ? run.suspectReasons() : run.invalidReasons())));
    }
}
