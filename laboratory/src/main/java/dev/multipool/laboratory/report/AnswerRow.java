package dev.multipool.laboratory.report;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Evidence;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.MethodAnswer;
import dev.multipool.laboratory.result.MethodAnswer.Hints;
import dev.multipool.laboratory.result.MethodAnswer.Predicted;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.Shortfall;
import dev.multipool.laboratory.result.SustainableRate;
import dev.multipool.laboratory.result.TypicalRun;
import dev.multipool.laboratory.result.Verdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One answer as people read it: that of a method in a search, or the only one of another experiment or of a service.
 *
 * @param subject the method, the described service, or the experiment
 * @param setting what is recommended; null when nothing is
 * @param outlook what follows from it
 */
record AnswerRow(
        String subject,
        AnswerOutcome outcome,
        @Nullable Setting setting,
        List<Shortfall> missing,
        @Nullable NoAnswer whyNone,
        Outlook outlook) {
    /**
     * What follows from it.
     *
     * @param limit what limits the service; null when it is not known
     * @param next what to try; null when nothing is known
     */
    record Outlook(
            @Nullable String limit,
            @Nullable String next,
            @Nullable Predicted elsewhere,
            @Nullable Shortfall noPrediction) {}

    private static final String NOT_WATCHED = "Not known: the server was not watched.";

    /**
     * A setting and what was measured of it.
     *
     * @param sustainable the rate that independent callers can have; null where it was not asked for
     */
    record Setting(
            String name,
            String load,
            double throughputPerSecond,
            double p99Millis,
            Evidence evidence,
            @Nullable SustainableRate sustainable) {
        /** The rate that is known; null where none is. */
        SustainableRate.@Nullable Carried carried() {
            return sustainable == null ? null : sustainable.rate();
        }

        boolean isRateConfirmed() {
            return sustainable != null && sustainable.outcome() == AnswerOutcome.ANSWER;
        }
    }

    /** One for each method of a search; one in all for another experiment. */
    static List<AnswerRow> of(LabResult result) {
        List<MethodAnswer> methods = result.answer().methods();
        return methods.isEmpty()
                ? List.of(ofTheExperiment(result))
                : methods.stream().map(AnswerRow::ofMethod).toList();
    }

    private static AnswerRow ofMethod(MethodAnswer method) {
        MethodAnswer.MeasuredSetting pools = method.settings().pools();
        Hints hints = method.hints();
        return new AnswerRow(
                method.method(),
                method.outcome(),
                pools == null
                        ? null
                        : new Setting(
                                pools.name(),
                                pools.users() + (pools.users() == 1 ? " user" : " users"),
                                pools.throughputPerSecond(),
                                pools.p99Millis(),
                                pools.evidence(),
                                pools.sustainable()),
                method.missing(),
                method.whyNone(),
                new AnswerRow.Outlook(
                        hints == null ? null : firstSentence(hints.limit()),
                        hints == null ? null : hints.next().text(),
                        method.prediction().elsewhere(),
                        method.prediction().noPrediction()));
    }

    private static AnswerRow ofTheExperiment(LabResult result) {
        Answer answer = result.answer();
        Optional<PointSummary> point =
                result.measured().points().stream().filter(answer::isOf).findFirst();
        return new AnswerRow(
                result.subject(),
                answer.outcome(),
                setting(result, point),
                answer.missing(),
                answer.whyNone(),
                new AnswerRow.Outlook(
                        point.flatMap(chosen -> limit(result, chosen)).orElse(null), null, null, null));
    }

    private static @Nullable Setting setting(LabResult result, Optional<PointSummary> point) {
        Answer answer = result.answer();
        Double throughput = answer.recommendation().throughputPerSecond();
        Double p99 = answer.recommendation().p99Millis();
        Evidence evidence = answer.recommendation().evidence();
        return throughput == null || p99 == null || evidence == null
                ? null
                : new Setting(
                        name(result, point),
                        point.map(chosen -> chosen.settings().load().demand().describe())
                                .orElse(""),
                        throughput,
                        p99,
                        evidence,
                        answer.recommendation().sustainable());
    }

    /** With several stages a pool alone does not tell which server it was. */
    private static String name(LabResult result, Optional<PointSummary> point) {
        return point.filter(chosen -> result.stages().size() > 1
                        || result.answer().recommendation().pool() == null)
                .map(chosen -> chosen.settings().variant().name())
                .or(() -> Optional.ofNullable(result.answer().recommendation().pool())
                        .map(pool -> pool.describe()))
                .orElse("");
    }

    private static Optional<String> limit(LabResult result, PointSummary chosen) {
        return TypicalRun.limit(result.measured().runs(), chosen.settings()).map(AnswerRow::firstSentence);
    }

    private static String firstSentence(@Nullable Verdict limit) {
        return limit == null ? NOT_WATCHED : limit.text().get(0);
    }
}
