package dev.multipool.laboratory.report;

import dev.multipool.laboratory.report.AnswerRow.Setting;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.DescribedFacts;
import dev.multipool.laboratory.result.Evidence;
import dev.multipool.laboratory.result.Evidence.Discarded;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Interval;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.MethodAnswer.Predicted;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.Shortfall;
import dev.multipool.laboratory.result.SpeedOfTheJob;
import dev.multipool.laboratory.result.Spread;
import dev.multipool.laboratory.result.SustainableRate;
import dev.multipool.laboratory.result.SustainableRate.Carried;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The answer on the console, at the end of everything: a table with one row for each method, then what to know about each. */
final class AnswerBlock {
    private static final List<String> HEAD = List.of("for", "best pools", "load", "TPS", "TP99 ms", "windows");
    private static final List<String> HEAD_OF_A_SERVICE =
            List.of("for", "best setting", "load", "TPS", "TP99 ms", "windows");

    private static final String SUSTAINABLE = "sustainable rate";

    private AnswerBlock() {}

    static List<String> lines(LabResult result) {
        List<AnswerRow> rows = AnswerRow.of(result);
        List<String> lines = new ArrayList<>();
        lines.add(heading(result));
        if (rows.stream().anyMatch(row -> row.setting() != null)) {
            lines.addAll(aligned(result.setup().service() == null ? HEAD : HEAD_OF_A_SERVICE, rows));
        }
        rows.forEach(row -> lines.addAll(remarks(row, rows.size() > 1)));
        result.toUse().forEach(use -> lines.add("to use it: " + use.knob() + " by " + use.text()));
        SpeedOfTheJob speed = result.measured().speed();
        if (speed != null && speed.movedMuch()) {
            lines.add("The cores' speed moved by " + Figure.percent(speed.movedBy())
                    + " within this job; throughput is compared at equal speed.");
        }
        Spread touch = speed == null ? null : speed.touchNanos();
        if (speed != null && touch != null && speed.memoryTaken()) {
            lines.add("The hypervisor took memory away: to touch it again took " + Math.round(touch.min() / 1000)
                    + " to " + Math.round(touch.max() / 1000)
                    + " us; throughput is compared as if that had not changed.");
        }
        Spread distance = speed == null ? null : speed.distanceNanos();
        if (speed != null && distance != null && speed.distanceChanged()) {
            lines.add(
                    "The distance of the cores changed: from one to another and back took " + Math.round(distance.min())
                            + " to " + Math.round(distance.max()) + " ns; throughput is compared as if it had not.");
        }
        return lines;
    }

    private static String heading(LabResult result) {
        Answer answer = result.answer();
        DescribedFacts service = result.setup().service();
        Integer rate = service == null ? null : service.toCarryPerSecond();
        String wanted = rate == null ? "most throughput" : "smallest sizes that carry " + rate + " calls/s";
        String within = " with " + answer.objective().describe() + ", " + onCores(answer);
        return switch (answer.outcome()) {
            case ANSWER -> "ANSWER: " + wanted + within;
            case PROVISIONAL -> "PROVISIONAL ANSWER, the best known: " + wanted + within;
            case NONE ->
                "NO ANSWER for "
                        + (rate == null ? answer.objective().describe() + ", " + onCores(answer) : wanted + within);
        };
    }

    private static String onCores(Answer answer) {
        return (answer.recommendation().basis().measured() ? "measured on " : "predicted for ")
                + cores(answer.recommendation().basis().cores());
    }

    private static List<String> aligned(List<String> head, List<AnswerRow> rows) {
        List<List<String>> table = new ArrayList<>();
        table.add(head);
        rows.forEach(row -> table.addAll(cells(row)));
        int[] widths = IntStream.range(0, head.size())
                .map(column -> table.stream()
                        .mapToInt(cells -> cells.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return table.stream()
                .map(cells -> IntStream.range(0, widths.length)
                        .mapToObj(column -> String.format(Locale.ROOT, "%-" + widths[column] + "s", cells.get(column)))
                        .collect(Collectors.joining("  "))
                        .stripTrailing())
                .toList();
    }

    /** What callers can have stands first; what a closed loop gets stands below it. */
    private static List<List<String>> cells(AnswerRow row) {
        Setting setting = row.setting();
        if (setting == null) {
            return List.of(List.of(row.subject(), "no answer", "", "", "", ""));
        }
        Evidence evidence = setting.evidence();
        String throughput =
                withInterval(setting.throughputPerSecond(), evidence.throughputPerSecond(), Figure::perSecond);
        String tail = withInterval(setting.p99Millis(), evidence.p99Millis(), Figure::millis);
        Carried carried = setting.carried();
        if (carried == null) {
            return List.of(List.of(row.subject(), setting.name(), setting.load(), throughput, tail, windows(evidence)));
        }
        Double carriedTail = carried.p99Millis();
        return List.of(
                List.of(
                        row.subject(),
                        setting.name(),
                        SUSTAINABLE + (setting.isRateConfirmed() ? "" : ", provisional"),
                        Figure.perSecond(carried.perSecond()),
                        carriedTail == null
                                ? "-"
                                : withInterval(carriedTail, carried.evidence().p99Millis(), Figure::millis),
                        windows(carried.evidence())),
                List.of("", "", "closed loop, " + setting.load(), throughput, tail, windows(evidence)));
    }

    private static String windows(Evidence evidence) {
        return evidence.windows() + " kept, " + discardedWindows(evidence) + " discarded";
    }

    /** With half of the confidence interval where that says something. */
    private static String withInterval(double figure, @Nullable Interval interval, DoubleFunction<String> format) {
        return format.apply(figure)
                + (interval == null || !interval.isTelling() ? "" : " ± " + format.apply(interval.halfWidth()));
    }

    private static int discardedWindows(Evidence evidence) {
        Discarded discarded = evidence.discarded();
        return discarded == null ? 0 : discarded.windows();
    }

    private static List<String> remarks(AnswerRow row, boolean several) {
        List<String> lines = new ArrayList<>();
        NoAnswer why = row.whyNone();
        if (why != null) {
            lines.add("reason: " + why.reason() + ".");
            lines.add("what to do: " + why.advice() + ".");
        }
        row.missing().forEach(shortfall -> lines.add("missing: " + shortfall.text()));
        SustainableRate sustainable =
                row.setting() == null ? null : row.setting().sustainable();
        if (sustainable != null) {
            lines.addAll(remarks(sustainable));
        }
        Setting setting = row.setting();
        Discarded discarded = setting == null ? null : setting.evidence().discarded();
        if (discarded != null) {
            lines.add("discarded windows showed: " + range(discarded.throughputPerSecond(), Figure::perSecond)
                    + " TPS, TP99 " + range(discarded.p99Millis(), Figure::millis) + " ms");
        }
        if (row.outlook().limit() != null) {
            lines.add("limited by: " + row.outlook().limit());
        }
        if (row.outlook().next() != null) {
            lines.add("try next: " + row.outlook().next());
        }
        Predicted elsewhere = row.outlook().elsewhere();
        if (elsewhere != null) {
            lines.add("predicted for " + cores(elsewhere.cores()) + ", not measured: " + elsewhere.name() + "; "
                    + elsewhere.users() + " users, " + Figure.perSecond(elsewhere.throughputPerSecond()) + " TPS ("
                    + Figure.perSecond(elsewhere.low()) + "-" + Figure.perSecond(elsewhere.high()) + ")");
        }
        Shortfall noPrediction = row.outlook().noPrediction();
        if (noPrediction != null) {
            lines.add("no prediction for other machines: " + noPrediction.text());
        }
        if (several && !lines.isEmpty()) {
            List<String> indented = new ArrayList<>(List.of(row.subject() + ":"));
            lines.forEach(line -> indented.add("  " + line));
            return indented;
        }
        return lines;
    }

    private static List<String> remarks(SustainableRate sustainable) {
        List<String> lines = new ArrayList<>();
        lines.add((sustainable.rate() == null ? "no " : "") + SUSTAINABLE + ": " + sustainable.text() + ".");
        sustainable.missing().forEach(shortfall -> lines.add(SUSTAINABLE + ", missing: " + shortfall.text()));
        return lines;
    }

    /** The outcome in one line, short enough to be remembered. */
    static String lastLine(LabResult result) {
        Answer answer = result.answer();
        List<AnswerRow> rows = AnswerRow.of(result);
        NoAnswer why = answer.whyNone();
        return switch (answer.outcome()) {
            case ANSWER -> "answer: " + settings(rows);
            case PROVISIONAL -> "provisional answer: " + settings(rows) + "; missing: " + missing(rows);
            case NONE ->
                why == null ? "no answer: " + answer.text() : "no answer: " + why.reason() + ". " + why.advice() + ".";
        };
    }

    private static String settings(List<AnswerRow> rows) {
        return rows.stream().map(row -> subject(row, rows) + describe(row)).collect(Collectors.joining("; "));
    }

    private static String subject(AnswerRow row, List<AnswerRow> rows) {
        return rows.size() > 1 ? row.subject() + " " : "";
    }

    private static String describe(AnswerRow row) {
        Setting setting = row.setting();
        return setting == null
                ? "none"
                : setting.name() + " (" + Figure.perSecond(setting.throughputPerSecond()) + " TPS, TP99 "
                        + Figure.millis(setting.p99Millis()) + " ms)";
    }

    private static String missing(List<AnswerRow> rows) {
        return rows.stream()
                .filter(row -> row.outcome() != AnswerOutcome.ANSWER)
                .map(row -> subject(row, rows) + lacks(row))
                .collect(Collectors.joining("; "));
    }

    private static String lacks(AnswerRow row) {
        NoAnswer why = row.whyNone();
        return why == null
                ? row.missing().stream().map(Shortfall::text).collect(Collectors.joining(", "))
                : why.reason();
    }

    private static String range(Spread spread, DoubleFunction<String> format) {
        String low = format.apply(spread.min());
        String high = format.apply(spread.max());
        return low.equals(high) ? low : low + "-" + high;
    }

    private static String cores(int cores) {
        return cores + (cores == 1 ? " core" : " cores");
    }
}
