package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The highest rate of independent calls that a setting was shown to carry within the objective.
 *
 * <p>A closed loop waits for answers before it calls again; independent callers do not. At the closed loop's throughput they would
 * wait in a queue that grows. So this is what callers can have, and it is less.
 *
 * @param outcome whether windows of its own confirmed it; when there is none, the rate is null
 * @param rate and what was measured at it
 * @param missing what a provisional rate lacks; empty for the others
 * @param whyNone null unless there is no rate
 */
public record SustainableRate(
        AnswerOutcome outcome,
        @Nullable Carried rate,
        List<Shortfall> missing,
        @Nullable NoRate whyNone) {
    /**
     * A rate, and what was measured at it.
     *
     * @param perSecond calls scheduled per second
     * @param arrivals how they are spread
     * @param partOfClosedLoop of the throughput that a closed loop got from the same setting
     * @param p99Millis median over the windows that count; null where none does
     * @param evidence windows that took no part in choosing the rate
     * @param notKeptPerSecond the lowest rate above it that did not show that it keeps the objective; null where there is none
     */
    public record Carried(
            int perSecond,
            Demand.Arrivals arrivals,
            double partOfClosedLoop,
            @Nullable Double p99Millis,
            Evidence evidence,
            @Nullable Integer notKeptPerSecond) {
        public Carried {
            if (perSecond < 1) {
                throw new IllegalArgumentException("perSecond: " + perSecond + " (expected: >= 1)");
            }
        }
    }

    public SustainableRate {
        missing = List.copyOf(missing);
    }

    /** A rate that lacks nothing is confirmed; all others are provisional. */
    public static SustainableRate of(Carried rate, List<Shortfall> missing) {
        return new SustainableRate(AnswerOutcome.lacking(missing), rate, missing, null);
    }

    /** No rate is known. */
    public static SustainableRate none(NoRate why) {
        return new SustainableRate(AnswerOutcome.NONE, null, List.of(), why);
    }

    /**
     * The same beside what the closed loop has in the end: that is compared at the middle speed of all windows, those after the rate's, too.
     *
     * @param closedLoopPerSecond its throughput; null where it is not known
     */
    public SustainableRate beside(@Nullable Double closedLoopPerSecond) {
        if (rate == null || closedLoopPerSecond == null || closedLoopPerSecond <= 0) {
            return this;
        }
        Carried carried = new Carried(
                rate.perSecond(),
                rate.arrivals(),
                rate.perSecond() / closedLoopPerSecond,
                rate.p99Millis(),
                rate.evidence(),
                rate.notKeptPerSecond());
        return new SustainableRate(outcome, carried, missing, whyNone);
    }

    /** For people, one sentence without its full stop. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String text() {
        if (rate == null) {
            return whyNone == null ? "Not known" : whyNone.text();
        }
        String part = Figure.percent(rate.partOfClosedLoop()) + " of the closed loop's throughput";
        String above = rate.notKeptPerSecond() == null
                ? "; no higher rate was tried"
                : "; " + Figure.perSecond(rate.notKeptPerSecond()) + " calls/s were not shown to keep the limit";
        return (outcome == AnswerOutcome.ANSWER
                        ? "Independent callers can have " + part
                        : "Not confirmed that independent callers can have " + part)
                + above;
    }
}
