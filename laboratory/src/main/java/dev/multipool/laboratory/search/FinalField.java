package dev.multipool.laboratory.search;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Evidence;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.Interval;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * The settings that the finals measure: some begin, the others wait.
 *
 * <p>Who will not become an answer makes room for the next one that waits. That is who breaks the objective, whose tail scatters too
 * much to vouch for it, or who had all its windows. What was seen of it is kept: it may still be the best known.
 *
 * <p><b>Threads:</b> one.
 */
final class FinalField {
    /** Fewer windows may break a limit by bad luck. */
    private static final int FEWEST_TO_REFUSE = 2;
    /** Part of the limit: nearer to it, no windows show that a tail keeps it. */
    private static final double NEAR_THE_LIMIT = 0.95;
    /** Windows of one setting; more would not make it an answer. */
    static final int MOST_WINDOWS = 6;

    private final Objective objective;
    private final Deque<RunSettings> waiting;
    private final List<RunSettings> contenders = new ArrayList<>();
    /** Windows that were begun, of all that ever were in the field. */
    private final Map<RunSettings, Integer> windows = new LinkedHashMap<>();

    /**
     * Nobody was measured yet. The first ones begin. A lighter load on sizes that are in the field serves less; so it waits, with all
     * that come after it, for the case that these will not become an answer.
     *
     * @param finalists in the order in which they are preferred
     * @param beginning so many of them at most are measured by turns
     */
    FinalField(Objective objective, List<RunSettings> finalists, int beginning) {
        this.objective = objective;
        this.waiting = new ArrayDeque<>(finalists);
        while (contenders.size() < beginning
                && !waiting.isEmpty()
                && contenders.stream().noneMatch(known -> isOfSameSizes(known, waiting.element()))) {
            join(waiting.remove());
        }
    }

    private void join(RunSettings next) {
        contenders.add(next);
        windows.put(next, 0);
    }

    /** Who is measured in the next round. */
    List<RunSettings> contenders() {
        return List.copyOf(contenders);
    }

    /** All that are in the field or were, in the order in which they joined. */
    List<RunSettings> joined() {
        return List.copyOf(windows.keySet());
    }

    /** The number of a contender's next window, from 1. */
    int nextWindow(RunSettings contender) {
        return windows.merge(contender, 1, Integer::sum);
    }

    /** Whether a contender has had the windows that an answer needs. */
    boolean hasEnough(RunSettings contender) {
        return windows.getOrDefault(contender, 0) >= Gate.FEWEST_WINDOWS;
    }

    /**
     * After a round: who will not become an answer goes, and as many join.
     *
     * @param seen of all windows of the finals
     * @param isLeftOut whether a setting can't be measured
     */
    void judge(List<PointSummary> seen, Predicate<RunSettings> isLeftOut) {
        waiting.removeIf(each -> isLeftOut.test(each) || isRefused(each, seen) || isTooHeavyStill(each, seen));
        for (RunSettings contender : contenders()) {
            boolean goes = isLeftOut.test(contender)
                    || windows.getOrDefault(contender, 0) >= MOST_WINDOWS
                    || isRefused(contender, seen)
                    || (!waiting.isEmpty() && scatters(contender, seen));
            if (goes) {
                contenders.remove(contender);
                if (!waiting.isEmpty()) {
                    join(waiting.remove());
                }
            }
        }
    }

    /** Whether windows of these sizes, under this load or a smaller one, were seen to break the objective. */
    boolean isRefused(RunSettings settings, List<PointSummary> seen) {
        return seen.stream()
                .filter(point -> windows.containsKey(point.settings())
                        && isOfSameSizes(point.settings(), settings)
                        && loadOf(point.settings()) <= loadOf(settings))
                .anyMatch(this::breaks);
    }

    /**
     * Whether a heavier load on these sizes broke the objective, or scattered, by so much that this one will, too. On busy cores TP99
     * grows in proportion to the load, and elsewhere less.
     */
    private boolean isTooHeavyStill(RunSettings settings, List<PointSummary> seen) {
        return seen.stream()
                .filter(point -> windows.containsKey(point.settings())
                        && isOfSameSizes(point.settings(), settings)
                        && loadOf(point.settings()) > loadOf(settings))
                .anyMatch(point -> leavesNoHope(point, loadOf(settings) / loadOf(point.settings())));
    }

    /** Whether a tail that is so much shorter, and scatters as much, can't be vouched for. */
    private boolean leavesNoHope(PointSummary heavier, double shorter) {
        Evidence evidence = heavier.evidence();
        OptionalDouble bound = evidence.windows() < Gate.FEWEST_WINDOWS
                ? OptionalDouble.empty()
                : evidence.p99BoundMillis(MOST_WINDOWS);
        return bound.stream().anyMatch(each -> !objective.isMetBy(each * shorter))
                || (breaks(heavier)
                        && !objective.isMetBy(
                                Objects.requireNonNull(evidence.p99Millis()).mean() * shorter / NEAR_THE_LIMIT));
    }

    private static boolean isOfSameSizes(RunSettings one, RunSettings other) {
        return one.variant().server().equals(other.variant().server());
    }

    private boolean breaks(PointSummary point) {
        Interval tail = point.evidence().p99Millis();
        return tail != null && point.validRuns() >= FEWEST_TO_REFUSE && !objective.isMetBy(tail.mean());
    }

    /** Whether it had the windows of an answer, and its tail can't be vouched for, not even with the most windows. */
    private boolean scatters(RunSettings settings, List<PointSummary> seen) {
        return seen.stream()
                .filter(point -> point.settings().equals(settings))
                .map(PointSummary::evidence)
                .anyMatch(evidence -> evidence.windows() >= Gate.FEWEST_WINDOWS
                        && evidence.p99BoundMillis(MOST_WINDOWS).stream().anyMatch(bound -> !objective.isMetBy(bound)));
    }

    private static double loadOf(RunSettings settings) {
        return settings.load().demand() instanceof Demand.ClosedLoop closed
                ? closed.users()
                : ((Demand.OpenLoop) settings.load().demand()).ratePerSecond();
    }
}
