package dev.multipool.bench.search;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.multipool.capacity.Objective;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a search found.
 *
 * @param objective what a load has to hold
 * @param unit of levels: {@code users} or {@code calls/s}
 * @param boundary the largest load that holds
 * @param complete whether the boundary is as narrow, and its two sides were run as often, as asked for
 * @param endedBy why the search ended
 * @param trials all runs, in their order
 */
public record SearchResult(
        Objective objective,
        String unit,
        @JsonUnwrapped Boundary boundary,
        boolean complete,
        String endedBy,
        List<JudgedRun> trials) {
    /**
     * The largest load that holds.
     *
     * @param lastPass the largest level that held it; null when none did
     * @param firstFail the smallest level above that did not; null when none was found
     * @param throughput at {@code lastPass}; null when there is none, or fewer than two runs of it
     */
    public record Boundary(
            @Nullable Double lastPass,
            @Nullable Double firstFail,
            @Nullable Interval throughput) {}

    public SearchResult {
        trials = List.copyOf(trials);
    }

    /**
     * The mean of some runs and where it lies with 95 % confidence, by Student's t: mean ± t · s / √n.
     *
     * @param mean of the runs
     * @param low lower end
     * @param high upper end
     * @param runs how many there were
     */
    public record Interval(double mean, double low, double high, int runs) {
        /** Two-sided, 95 %, for 1, 2, 3 … degrees of freedom. */
        private static final double[] STUDENT_T = {
            12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
            2.120, 2.110, 2.101, 2.093, 2.086
        };

        static @Nullable Interval of(List<Double> values) {
            int n = values.size();
            if (n < 2) {
                return null;
            }
            double mean = values.stream().mapToDouble(Double::doubleValue).sum() / n;
            double squares = values.stream()
                    .mapToDouble(value -> (value - mean) * (value - mean))
                    .sum();
            double half = STUDENT_T[Math.min(n - 2, STUDENT_T.length - 1)] * Math.sqrt(squares / (n - 1) / n);
            return new Interval(mean, mean - half, mean + half, n);
        }
    }
}
