package dev.multipool.pools.admission;

import java.time.Duration;
import java.util.Objects;

/**
 * How a server's admission adapts; the defaults fit a service of some milliseconds.
 *
 * <pre>{@code
 * AdmissionSettings.builder().objective(new AdmissionObjective(99, Duration.ofMillis(10))).maxLimit(500).build()
 * }</pre>
 *
 * <p><b>Invariants:</b> (1) 1 &le; minLimit &le; initialLimit &le; maxLimit; (2) minSamples is enough to see a call
 * that the objective allows to be late: minSamples &ge; 1 / (1 - percentile / 100).
 *
 * @param objective what the answered calls must keep
 * @param minLimit the fewest calls in flight that are ever allowed
 * @param maxLimit the most calls in flight that are ever allowed
 * @param initialLimit the limit until something has been measured
 * @param window how long one measurement takes, at least
 * @param minSamples how many completed calls one measurement takes, at least
 * @param headroom the part of the objective's limit, 0 to 0.9, that is left to what the server can't measure: the
 *     network, the client and the time between the two. A call counts as late above limit * (1 - headroom)
 */
public record AdmissionSettings(
        AdmissionObjective objective,
        int minLimit,
        int maxLimit,
        int initialLimit,
        Duration window,
        int minSamples,
        double headroom) {

    /** The largest limit that may be set. */
    public static final int MOST_IN_FLIGHT = 1 << 20;

    /** The headroom when none is set. */
    public static final double DEFAULT_HEADROOM = 0.2;

    static final Duration LONGEST_WINDOW = Duration.ofMinutes(1);

    /**
     * Validates every field and the rules between them.
     *
     * @throws IllegalArgumentException with the field, its value and what was expected
     */
    public AdmissionSettings {
        Objects.requireNonNull(objective, "objective");
        Objects.requireNonNull(window, "window");
        expect(minLimit >= 1, "minLimit", minLimit, ">= 1");
        expect(maxLimit >= minLimit, "maxLimit", maxLimit, ">= minLimit: " + minLimit);
        expect(maxLimit <= MOST_IN_FLIGHT, "maxLimit", maxLimit, "<= " + MOST_IN_FLIGHT);
        expect(
                initialLimit >= minLimit && initialLimit <= maxLimit,
                "initialLimit",
                initialLimit,
                ">= minLimit: " + minLimit + " and <= maxLimit: " + maxLimit);
        expect(
                window.compareTo(Duration.ofMillis(1)) >= 0 && window.compareTo(LONGEST_WINDOW) <= 0,
                "window",
                window,
                ">= 1 ms and <= 1 min");
        double fewest = Math.ceil(1 / objective.lateBudget() - 1e-6);
        expect(minSamples >= fewest, "minSamples", minSamples, ">= " + (long) fewest + " for this percentile");
        expect(minSamples <= MOST_IN_FLIGHT, "minSamples", minSamples, "<= " + MOST_IN_FLIGHT);
        expect(headroom >= 0 && headroom <= 0.9, "headroom", headroom, ">= 0 and <= 0.9");
    }

    /** Returns a builder of the defaults: TP99 below 10 ms, a limit from 1 to 2000 that starts at 20. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the response time above which a call counts as late, in nanoseconds. */
    public long lateAboveNanos() {
        return Math.max(1, Math.round(objective.limit().toNanos() * (1 - headroom)));
    }

    private static void expect(boolean holds, String what, Object value, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: " + expected + ")");
        }
    }

    /** Builds settings; what isn't set keeps its default. Used by one thread. */
    public static final class Builder {

        private AdmissionObjective objective = AdmissionObjective.TP99_BELOW_10_MS;
        private int minLimit = 1;
        private int maxLimit = 2000;
        private int initialLimit = 20;
        private Duration window = Duration.ofMillis(100);
        private int minSamples = 100;
        private double headroom = DEFAULT_HEADROOM;

        private Builder() {}

        /** Sets {@link AdmissionSettings#objective()}. */
        public Builder objective(AdmissionObjective newObjective) {
            objective = newObjective;
            return this;
        }

        /** Sets {@link AdmissionSettings#minLimit()}. */
        public Builder minLimit(int newMinLimit) {
            minLimit = newMinLimit;
            return this;
        }

        /** Sets {@link AdmissionSettings#maxLimit()}. */
        public Builder maxLimit(int newMaxLimit) {
            maxLimit = newMaxLimit;
            return this;
        }

        /** Sets {@link AdmissionSettings#initialLimit()}. */
        public Builder initialLimit(int newInitialLimit) {
            initialLimit = newInitialLimit;
            return this;
        }

        /** Sets {@link AdmissionSettings#window()}. */
        public Builder window(Duration newWindow) {
            window = newWindow;
            return this;
        }

        /** Sets {@link AdmissionSettings#minSamples()}. */
        public Builder minSamples(int newMinSamples) {
            minSamples = newMinSamples;
            return this;
        }

        /** Sets {@link AdmissionSettings#headroom()}. */
        public Builder headroom(double newHeadroom) {
            headroom = newHeadroom;
            return this;
        }

        /**
         * Returns the settings.
         *
         * @throws IllegalArgumentException with the field, its value and what was expected
         */
        public AdmissionSettings build() {
            return new AdmissionSettings(objective, minLimit, maxLimit, initialLimit, window, minSamples, headroom);
        }
    }
}
