package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.process.CorePlan;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment recommends, as far as the {@link Gate} lets it.
 *
 * @param objective the limit that had to be kept
 * @param outcome whether it is an answer; when there is none, pool, settings, figures and evidence are null
 * @param recommendation what is recommended, its figures, and what they rest on
 * @param missing what a provisional answer lacks; empty for the others
 * @param whyNone null unless there is no answer
 * @param methods the answers of a search, one for each method; empty for other experiments
 * @param text the same as one sentence
 */
public record Answer(
        Objective objective,
        AnswerOutcome outcome,
        @JsonUnwrapped Recommendation recommendation,
        List<Shortfall> missing,
        @Nullable NoAnswer whyNone,
        List<MethodAnswer> methods,
        String text) {
    /**
     * What is recommended, its figures, and what they rest on.
     *
     * @param pool the recommended pool; null for a service that has none
     * @param settings all settings of the recommended server by key, that pool among them
     * @param throughputPerSecond its throughput: the median over its runs
     * @param p99Millis its TP99: the median over its runs
     * @param basis the machine that the figures hold for
     * @param evidence what the figures rest on
     * @param sustainable the rate that independent callers can have; null where it was not asked for
     */
    public record Recommendation(
            @Nullable PoolSettings pool,
            @Nullable Map<String, String> settings,
            @Nullable Double throughputPerSecond,
            @Nullable Double p99Millis,
            @JsonUnwrapped Basis basis,
            @Nullable Evidence evidence,
            @Nullable SustainableRate sustainable) {}

    /**
     * The machine that figures hold for.
     *
     * @param cores cores that the server had
     * @param measured true when the figures were measured, false when a model predicted them
     */
    public record Basis(int cores, boolean measured) {
        private static Basis measuredOn(CorePlan cores) {
            return new Basis(cores.serverCores(), true);
        }
    }

    public Answer {
        missing = List.copyOf(missing);
        methods = List.copyOf(methods);
    }

    /** Recommends a point, as far as the gate lets it. */
    public static Answer of(Objective objective, Candidate chosen, CorePlan cores, String text) {
        return of(objective, chosen, cores, Gate.findShortfalls(objective, chosen.evidence()), text);
    }

    /** The same where something else than the gate decides what it lacks. */
    public static Answer of(
            Objective objective, Candidate chosen, CorePlan cores, List<Shortfall> missing, String text) {
        return new Answer(
                objective,
                AnswerOutcome.lacking(missing),
                new Answer.Recommendation(
                        chosen.point().settings().pool(),
                        chosen.variant().server(),
                        chosen.throughput(),
                        chosen.p99Millis(),
                        Basis.measuredOn(cores),
                        chosen.evidence(),
                        null),
                missing,
                null,
                List.of(),
                text);
    }

    /** Recommends nothing. */
    public static Answer none(Objective objective, CorePlan cores, NoAnswer why, String text) {
        return new Answer(
                objective,
                AnswerOutcome.NONE,
                new Answer.Recommendation(null, null, null, null, Basis.measuredOn(cores), null, null),
                List.of(),
                why,
                List.of(),
                text);
    }

    /** Recommends nothing: what was asked is told by findings and tables. */
    public static Answer none(Objective objective, CorePlan cores, String text) {
        return none(objective, cores, NoAnswer.nothingToRecommend(text), text);
    }

    /** Recommends nothing, since no point that was measured will do. */
    public static Answer noneOf(Objective objective, List<PointSummary> points, CorePlan cores, String text) {
        NoAnswer why = Candidate.of(points).isEmpty() ? NoAnswer.noWindowCounts() : NoAnswer.nothingKeeps(objective);
        return none(objective, cores, why, text);
    }

    /** The same with the answers for each method: it is worth as much as the worst of them. */
    public Answer withMethods(List<MethodAnswer> answers) {
        AnswerOutcome worst = answers.stream()
                .map(MethodAnswer::outcome)
                .max(Comparator.naturalOrder())
                .orElse(outcome);
        // with one method answered and another one not, something is known
        boolean known = outcome != AnswerOutcome.NONE;
        return new Answer(
                objective,
                known && worst == AnswerOutcome.NONE ? AnswerOutcome.PROVISIONAL : worst,
                recommendation,
                missing,
                whyNone,
                answers,
                text);
    }

    /** The same with the rate that independent callers can have. */
    public Answer withSustainable(SustainableRate rate) {
        return new Answer(
                objective,
                outcome,
                new Answer.Recommendation(
                        recommendation.pool(),
                        recommendation.settings(),
                        recommendation.throughputPerSecond(),
                        recommendation.p99Millis(),
                        recommendation.basis(),
                        recommendation.evidence(),
                        rate),
                missing,
                whyNone,
                methods,
                text);
    }

    /**
     * The smallest pool whose throughput lies within 2 % of the best, of those that keep the objective and have a run
     * that counts.
     */
    public static Answer smallestPool(Objective objective, List<PointSummary> points, CorePlan cores) {
        Candidate chosen = Candidate.smallestOfTheBest(objective, points).orElse(null);
        if (chosen == null) {
            return noneOf(objective, points, cores, closest(objective, points, cores));
        }
        Candidate best = Candidate.best(objective, points).orElse(chosen);
        return of(objective, chosen, cores, sentence(objective, chosen, best, cores) + notCounted(points));
    }

    /** The objective's limit as a number. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double limitMillis() {
        return objective.limitMillis();
    }

    /** Whether this is the recommended server at the recommended figures. */
    public boolean isOf(PointSummary point) {
        return Candidate.of(List.of(point)).stream()
                .anyMatch(candidate -> candidate.variant().server().equals(recommendation.settings())
                        && Double.valueOf(candidate.throughput()).equals(recommendation.throughputPerSecond()));
    }

    private static String sentence(Objective objective, Candidate chosen, Candidate best, CorePlan cores) {
        StringBuilder text = new StringBuilder("largest throughput with ")
                .append(objective.describe())
                .append(": ")
                .append(chosen.pool().describe())
                .append(", ")
                .append(Figure.perSecond(chosen.throughput()))
                .append(" TPS, TP99 ")
                .append(Figure.millis(chosen.p99Millis()))
                .append(" ms, measured on ")
                .append(cores.describeServerCores());
        if (!chosen.equals(best)) {
            text.append(" (the smallest within 2 % of the best: ")
                    .append(best.pool().threads())
                    .append(" threads gave ")
                    .append(Figure.perSecond(best.throughput()))
                    .append(" TPS)");
        }
        return text.toString();
    }

    /** A point without figures might have been the answer. */
    private static String notCounted(List<PointSummary> points) {
        List<String> missing = points.stream()
                .filter(point -> point.figures() == null)
                .flatMap(point -> Optional.ofNullable(point.settings().pool()).stream())
                .map(pool -> String.valueOf(pool.threads()))
                .toList();
        return missing.isEmpty() ? "" : "; no run counts with " + String.join(", ", missing) + " threads";
    }

    private static String closest(Objective objective, List<PointSummary> points, CorePlan cores) {
        return Candidate.lowestP99(points)
                .map(closest -> "no size met " + objective.describe() + ": the lowest TP99 was "
                        + Figure.millis(closest.p99Millis()) + " ms, of a "
                        + closest.pool().describe() + ", "
                        + Figure.perSecond(closest.throughput()) + " TPS, measured on "
                        + cores.describeServerCores() + notCounted(points))
                .orElse("no size met " + objective.describe() + ": no run counts, see the reasons at each run");
    }
}
