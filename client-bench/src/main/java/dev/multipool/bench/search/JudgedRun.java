package dev.multipool.bench.search;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.capacity.Objective;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One run of a search.
 *
 * @param level users or calls due per second
 * @param verdict what it says about the level
 * @param throughputPerSecond calls answered without an error per second
 * @param valueMillis the objective's percentile
 * @param reasons why it did not pass; empty when it did
 */
public record JudgedRun(
        double level, Verdict verdict, double throughputPerSecond, double valueMillis, List<String> reasons) {
    /** What a run says about its level. */
    public enum Verdict {
        /** It held the objective. */
        @JsonProperty("pass")
        PASS,
        /** It did not. */
        @JsonProperty("fail")
        FAIL,
        /** It cannot be trusted, so it says nothing. */
        @JsonProperty("invalid")
        INVALID;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A load above what a server bears makes its run unsteady and the schedule break: a miss, no disturbance. */
    private static final Set<Fault> SIGNS_OF_OVERLOAD =
            Set.of(Fault.NOT_STEADY, Fault.SCHEDULE_NOT_KEPT, Fault.NO_ANSWERS);

    public JudgedRun {
        reasons = List.copyOf(reasons);
    }

    /** Judges a run. */
    public static JudgedRun of(double level, Objective objective, LoadResult result) {
        List<String> misses = ObjectiveCheck.missedBy(objective, result);
        List<InvalidReason> doubts = result.invalidReasons();
        boolean overloadAlone =
                !misses.isEmpty() && doubts.stream().map(InvalidReason::fault).allMatch(SIGNS_OF_OVERLOAD::contains);
        Verdict verdict =
                doubts.isEmpty() || overloadAlone ? misses.isEmpty() ? Verdict.PASS : Verdict.FAIL : Verdict.INVALID;
        return new JudgedRun(
                level,
                verdict,
                result.counts().throughputPerSecond(),
                ObjectiveCheck.valueMillis(objective, result),
                verdict == Verdict.INVALID
                        ? doubts.stream().map(InvalidReason::text).toList()
                        : misses);
    }
}
