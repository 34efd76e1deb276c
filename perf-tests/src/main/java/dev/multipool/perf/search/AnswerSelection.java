package dev.multipool.perf.search;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.perf.calibration.CalibrationRuns;
import dev.multipool.perf.service.ServiceCall;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which of the measured points is the answer. */
final class AnswerSelection {
    /** Part of the best throughput from which on fewer threads are preferred. */
    static final double NEARLY = 0.97;

    /** Times the shortest tail: single windows of one setting differ by as much. */
    private static final double ABOUT_AS_SHORT = 1.1;

    private AnswerSelection() {}

    /**
     * Of those that keep the objective and serve within 3 % of the best: the fewest threads with about the shortest tail. A longer
     * one bears fewer users, so fewer threads with that would serve less in the end.
     */
    static Optional<Candidate> smallest(ServiceCall call, Objective objective, List<PointSummary> points) {
        List<Candidate> nearTheBest = Candidate.best(objective, points).stream()
                .flatMap(best -> Candidate.of(points).stream()
                        .filter(each -> objective.isMetBy(each.p99Millis()))
                        .filter(each -> each.throughput() >= NEARLY * best.throughput()))
                .toList();
        double shortest =
                nearTheBest.stream().mapToDouble(Candidate::p99Millis).min().orElse(0);
        return nearTheBest.stream()
                .filter(each -> each.p99Millis() <= ABOUT_AS_SHORT * shortest)
                .min(Comparator.<Candidate>comparingInt(each -> threads(call, each.variant()))
                        .thenComparing(Comparator.comparingDouble(Candidate::throughput)
                                .reversed()));
    }

    /**
     * The same among those that pass the gate; where none does, among all; where the machine disturbed every window, that of the
     * lowest TP99.
     */
    static Optional<Candidate> choose(ServiceCall call, Objective objective, List<PointSummary> points) {
        List<PointSummary> passing = Candidate.of(points).stream()
                .filter(each -> Gate.findShortfalls(objective, each.evidence()).isEmpty())
                .map(Candidate::point)
                .toList();
        return smallest(call, objective, passing.isEmpty() ? points : passing)
                .or(() -> Candidate.leastDisturbed(points));
    }

    /** What serves clearly more than the chosen one and keeps the objective by its median, but does not pass the gate. */
    static Optional<Candidate> findBetter(Objective objective, Candidate chosen, List<PointSummary> points) {
        return Candidate.best(objective, points).filter(each -> NEARLY * each.throughput() > chosen.throughput());
    }

    /** Those that calls hold: without a thread per call the pools of the requests don't count. */
    private static int threads(ServiceCall call, Variant variant) {
        return AlternativeServers.isAsync(call, variant)
                ? 0
                : CalibrationRuns.threads(call, variant).values().stream()
                        .mapToInt(Integer::intValue)
                        .sum();
    }
}
