package dev.multipool.laboratory.result;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.result.Shortfall.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The gate in front of every answer: what it must rest on. One rule for all tools.
 *
 * <ol>
 *   <li>At least {@value #FEWEST_WINDOWS} windows of the chosen setting count.
 *   <li>Half of the throughput's 95 % confidence interval is at most 10 % of it.
 *   <li>TP99 of one more window like these stays below the limit with 95 % confidence: {@link Evidence#p99BoundMillis}. Windows
 *       on fresh processes promise it of a fresh process.
 *   <li>No more windows of the setting were discarded than kept.
 *   <li>What is predicted comes from a profile that misses the throughput of its own runs, and of the finals, by at most 15 %.
 * </ol>
 *
 * <p><b>Threads:</b> pure functions.
 */
public final class Gate {
    /** Fewer windows show no spread that means anything. */
    public static final int FEWEST_WINDOWS = 3;

    private static final double WIDEST_INTERVAL = 0.10;
    private static final double LARGEST_MISS = 0.15;

    private Gate() {}

    /** What a measured setting lacks; nothing when it is an answer. */
    public static List<Shortfall> findShortfalls(Objective objective, Evidence evidence) {
        List<Shortfall> missing = new ArrayList<>();
        if (evidence.windows() < FEWEST_WINDOWS) {
            missing.add(new Shortfall(Condition.WINDOWS, evidence.windows(), FEWEST_WINDOWS));
        }
        Interval throughput = evidence.throughputPerSecond();
        if (throughput != null && throughput.relativeHalfWidth() > WIDEST_INTERVAL) {
            missing.add(new Shortfall(Condition.THROUGHPUT_INTERVAL, throughput.relativeHalfWidth(), WIDEST_INTERVAL));
        }
        evidence.p99BoundMillis(evidence.windows()).ifPresent(bound -> {
            if (!objective.isMetBy(bound)) {
                missing.add(new Shortfall(Condition.P99_BOUND, bound, objective.limitMillis()));
            }
        });
        if (evidence.discardedWindows() > evidence.windows()) {
            missing.add(new Shortfall(Condition.DISCARDED_WINDOWS, evidence.discardedWindows(), evidence.windows()));
        }
        return missing;
    }

    /**
     * What a prediction lacks.
     *
     * @param missed what the profile misses the throughput of measured runs by, as a part of it
     */
    public static Optional<Shortfall> findPredictionShortfall(double missed) {
        return missed <= LARGEST_MISS
                ? Optional.empty()
                : Optional.of(new Shortfall(Condition.PROFILE, missed, LARGEST_MISS));
    }
}
