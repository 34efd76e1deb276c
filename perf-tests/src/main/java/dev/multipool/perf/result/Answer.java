package dev.multipool.perf.result;

import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.result.SizeSummary.SizeFigures;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment recommends.
 *
 * @param objective the limit that had to be kept
 * @param met whether a pool size kept it; when not, pool and figures are null
 * @param pool the recommended pool
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
        @Nullable Double throughputPerSecond,
        @Nullable Double p99Millis,
        int cores,
        boolean measured,
        String text) {

    /** Throughputs closer than this are the same within what repeated runs of one size differ by. */
    private static final double SAME_WITHIN = 0.02;

    /**
     * The smallest pool whose throughput lies within 2 % of the best, of those that keep the objective and have a run
     * that counts.
     */
    public static Answer from(Objective objective, List<SizeSummary> sizes, CorePlan cores) {
        List<Candidate> candidates = sizes.stream()
                .map(Candidate::of)
                .filter(candidate -> candidate != null
                        && objective.isMetBy(candidate.figures().p99Millis().median()))
                .toList();
        if (candidates.isEmpty()) {
            return notMet(objective, sizes, cores);
        }
        Candidate best = candidates.stream()
                .max(Comparator.comparingDouble(Candidate::throughput))
                .orElseThrow();
        Candidate chosen = candidates.stream()
                .filter(candidate -> candidate.throughput() >= best.throughput() * (1 - SAME_WITHIN))
                .min(Comparator.comparingInt(
                        candidate -> candidate.size().pool().threads()))
                .orElseThrow();
        double p99Millis = chosen.figures().p99Millis().median();
        return new Answer(
                objective,
                true,
                chosen.size().pool(),
                chosen.throughput(),
                p99Millis,
                cores.serverCores(),
                true,
                sentence(objective, chosen, best, cores) + notCounted(sizes));
    }

    private static String sentence(Objective objective, Candidate chosen, Candidate best, CorePlan cores) {
        StringBuilder text = new StringBuilder("largest throughput with ")
                .append(objective.describe())
                .append(": ")
                .append(chosen.size().pool().describe())
                .append(", ")
                .append(Figure.perSecond(chosen.throughput()))
                .append(" TPS, TP99 ")
                .append(Figure.millis(chosen.figures().p99Millis().median()))
                .append(" ms, measured on ")
                .append(cores.describeServerCores());
        if (!chosen.equals(best)) {
            text.append(" (the smallest within 2 % of the best: ")
                    .append(best.size().pool().threads())
                    .append(" threads gave ")
                    .append(Figure.perSecond(best.throughput()))
                    .append(" TPS)");
        }
        if (chosen.size().suspectRuns() > 0) {
            text.append("; suspect: other work used the cores meanwhile");
        }
        return text.toString();
    }

    /** A size without figures might have been the answer. */
    private static String notCounted(List<SizeSummary> sizes) {
        List<String> missing = sizes.stream()
                .filter(size -> size.figures() == null)
                .map(size -> String.valueOf(size.pool().threads()))
                .toList();
        return missing.isEmpty() ? "" : "; no run counts with " + String.join(", ", missing) + " threads";
    }

    private static Answer notMet(Objective objective, List<SizeSummary> sizes, CorePlan cores) {
        String text = sizes.stream()
                .map(Candidate::of)
                .filter(candidate -> candidate != null)
                .min(Comparator.comparingDouble(
                        candidate -> candidate.figures().p99Millis().median()))
                .map(closest -> "no size met " + objective.describe() + ": the lowest TP99 was "
                        + Figure.millis(closest.figures().p99Millis().median()) + " ms, of a "
                        + closest.size().pool().describe() + ", "
                        + Figure.perSecond(closest.throughput()) + " TPS, measured on "
                        + cores.describeServerCores() + notCounted(sizes))
                .orElse("no size met " + objective.describe() + ": no run counts, see the reasons at each run");
        return new Answer(objective, false, null, null, null, cores.serverCores(), true, text);
    }

    private record Candidate(SizeSummary size, SizeFigures figures) {
        static @Nullable Candidate of(SizeSummary size) {
            SizeFigures figures = size.figures();
            return figures == null ? null : new Candidate(size, figures);
        }

        double throughput() {
            return figures.throughputPerSecond().median();
        }
    }
}
