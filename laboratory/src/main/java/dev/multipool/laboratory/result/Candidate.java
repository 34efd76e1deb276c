package dev.multipool.laboratory.result;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.result.PointSummary.PointFigures;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A point that has figures: of runs that count, or where none does of runs that only the machine disturbed. The {@link Gate}
 * tells an answer from what rests on the second kind.
 *
 * @param point the point
 * @param figures its figures
 */
public record Candidate(PointSummary point, PointFigures figures) {
    /** Throughputs closer than this are the same within what repeated runs of one point differ by. */
    private static final double SAME_WITHIN = 0.02;

    static @Nullable Candidate ofPoint(PointSummary point) {
        PointFigures counting = point.figures();
        PointFigures figures = counting == null ? point.disturbedFigures() : counting;
        return figures == null ? null : new Candidate(point, figures);
    }

    /** Those of the points that have figures. */
    public static List<Candidate> of(List<PointSummary> points) {
        return points.stream()
                .flatMap(point -> Optional.ofNullable(ofPoint(point)).stream())
                .toList();
    }

    /** The largest throughput of those that keep the objective. */
    public static Optional<Candidate> best(Objective objective, List<PointSummary> points) {
        return of(points).stream()
                .filter(candidate -> objective.isMetBy(candidate.p99Millis()))
                .max(Comparator.comparingDouble(Candidate::throughput));
    }

    /** The largest goodput of those that keep the objective. */
    public static Optional<Candidate> mostGoodput(Objective objective, List<PointSummary> points) {
        return of(points).stream()
                .filter(candidate -> objective.isMetBy(candidate.p99Millis()))
                .max(Comparator.comparingDouble(Candidate::goodput));
    }

    /** The fewest threads of those that keep the objective and whose throughput lies within 2 % of the best. */
    public static Optional<Candidate> smallestOfTheBest(Objective objective, List<PointSummary> points) {
        return best(objective, points).flatMap(best -> of(points).stream()
                .filter(candidate -> objective.isMetBy(candidate.p99Millis()))
                .filter(candidate -> candidate.throughput() >= best.throughput() * (1 - SAME_WITHIN))
                .min(Comparator.comparingInt(candidate -> candidate.pool().threads())));
    }

    /** The lowest TP99, whether or not it keeps anything. */
    public static Optional<Candidate> lowestP99(List<PointSummary> points) {
        return of(points).stream().min(Comparator.comparingDouble(Candidate::p99Millis));
    }

    /** The lowest TP99 where the machine disturbed every run, so that nothing shows whether a limit is kept; else nothing. */
    public static Optional<Candidate> leastDisturbed(List<PointSummary> points) {
        return points.stream().anyMatch(point -> point.validRuns() > 0) ? Optional.empty() : lowestP99(points);
    }

    public double throughput() {
        return figures.throughputPerSecond().median();
    }

    public double goodput() {
        return figures.goodputPerSecond().median();
    }

    public double p99Millis() {
        return figures.percentiles().p99Millis().median();
    }

    public Evidence evidence() {
        return point.evidence();
    }

    public PoolSettings pool() {
        return point.settings().requirePool();
    }

    public Variant variant() {
        return point.settings().variant();
    }
}
