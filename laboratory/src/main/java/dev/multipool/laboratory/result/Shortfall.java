package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/**
 * What an answer lacks to be one.
 *
 * @param condition of the gate that does not hold
 * @param actual what there is; in the condition's unit
 * @param expected what there should be; in the condition's unit
 */
public record Shortfall(Condition condition, double actual, double expected) {

    /** The conditions of the gate. */
    public enum Condition {
        /** Windows of the chosen setting that count. */
        WINDOWS("%.0f windows count, of at least %.0f", "one window counts, of at least %2$.0f"),
        /** Half of the throughput's confidence interval, as a part of its mean. */
        THROUGHPUT_INTERVAL("throughput is known within %2$s, of at most %1$s"),
        /** What TP99 of one more window stays below with 95 % confidence, in milliseconds. */
        P99_BOUND("TP99 may reach %.1f ms, the limit is %.1f ms"),
        /** Windows of the chosen setting that do not count; at most as many as count. */
        DISCARDED_WINDOWS(
                "%.0f windows were discarded, of at most %.0f", "one window was discarded, of at most %2$.0f"),
        /** Processes of their own that windows of the chosen setting had. */
        FRESH_PROCESSES("%.0f fresh processes were measured, of at least %.0f"),
        /** Windows of fresh processes that kept the limit. */
        KEPT_WINDOWS("%.0f windows kept the limit, of at least %.0f", "one window kept the limit, of at least %2$.0f"),
        /** What the model misses the throughput of measured runs by, as a part of it. */
        PROFILE("the model misses measured runs by %2$s, of at most %1$s");

        private final String pattern;
        private final String patternOfOne;

        Condition(String pattern) {
            this(pattern, pattern);
        }

        Condition(String pattern, String patternOfOne) {
            this.pattern = pattern;
            this.patternOfOne = patternOfOne;
        }

        private boolean isAPart() {
            return this == THROUGHPUT_INTERVAL || this == PROFILE;
        }
    }

    /** Of the mean; a wider interval says no more than that the windows differ. */
    private static final double WIDEST_TOLD = 0.5;

    /** The same for people. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String text() {
        if (condition == Condition.THROUGHPUT_INTERVAL && actual > WIDEST_TOLD) {
            return "throughput differs too much from window to window";
        }
        return condition.isAPart()
                ? String.format(Locale.ROOT, condition.pattern, Figure.percent(expected), percentUnlike(expected))
                : String.format(
                        Locale.ROOT, actual == 1 ? condition.patternOfOne : condition.pattern, actual, expected);
    }

    /** With a digit more where it would look as if nothing were missing. */
    private String percentUnlike(double other) {
        return Figure.percent(actual).equals(Figure.percent(other))
                ? Figure.percentWithDecimal(actual)
                : Figure.percent(actual);
    }
}
