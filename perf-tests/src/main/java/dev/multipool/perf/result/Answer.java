package dev.multipool.perf.result;

import dev.multipool.perf.process.CorePlan;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment recommends.
 *
 * @param objective the limit that had to be kept
 * @param met whether a variant kept it; when not, pool, settings and figures are null
 * @param pool the recommended business pool
 * @param settings all settings of the recommended server by key, that pool among them
 * @param throughputPerSecond its throughput: the median over its runs
 * @param p99Millis its TP99: the median over its runs
 * @param cores cores that the server had
 * @param measured true when the figures were measured, false when a model predicted them
 * @param text the same as one sentence
 */
public record Answer(
        Objective objective,
        boolean met,
        @Nullable PoolSettings pool,
        @Nullable Map<String, String> settings,
        @Nullable Double throughputPerSecond,
        @Nullable Double p99Millis,
        int cores,
        boolean measured,
        String text) {

    /** Recommends a point. */
    public static Answer of(Objective objective, Candidate chosen, CorePlan cores, String text) {
        return new Answer(
                objective,
                true,
                chosen.pool(),
                chosen.variant().server(),
                chosen.throughput(),
                chosen.p99Millis(),
                cores.serverCores(),
                true,
                text);
    }

    /** Recommends nothing. */
    public static Answer none(Objective objective, CorePlan cores, String text) {
        return new Answer(objective, false, null, null, null, null, cores.serverCores(), true, text);
    }

    /**
     * The smallest pool whose throughput lies within 2 % of the best, of those that keep the objective and have a run
     * that counts.
     */
    public static Answer smallestPool(Objective objective, List<PointSummary> points, CorePlan cores) {
        Candidate chosen = Candidate.smallestOfTheBest(objective, points).orElse(null);
        if (chosen == null) {
            return none(objective, cores, closest(objective, points, cores));
        }
        Candidate best = Candidate.best(objective, points).orElse(chosen);
        return of(objective, chosen, cores, sentence(objective, chosen, best, cores) + notCounted(points));
    }

    /** Whether this is the recommended server at the recommended figures. */
    public boolean isOf(PointSummary point) {
        PointSummary.PointFigures figures = point.figures();
        return figures != null
                && point.settings().variant().server().equals(settings)
                && Double.valueOf(figures.throughputPerSecond().median()).equals(throughputPerSecond);
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
        if (chosen.point().suspectRuns() > 0) {
            text.append("; suspect: other work used the cores meanwhile");
        }
        return text.toString();
    }

    /** A point without figures might have been the answer. */
    private static String notCounted(List<PointSummary> points) {
        List<String> missing = points.stream()
                .filter(point -> point.figures() == null)
                .map(point -> String.valueOf(point.settings().pool().threads()))
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
