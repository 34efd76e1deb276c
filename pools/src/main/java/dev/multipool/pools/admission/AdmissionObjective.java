package dev.multipool.pools.admission;

import java.time.Duration;
import java.util.Objects;

/**
 * What admission must keep: a percentile of the response time at the server, which is queue time and service time.
 *
 * <p>{@code new AdmissionObjective(99, Duration.ofMillis(10))} says TP99 &lt; 10 ms: at most 1 % of the answered calls
 * may take longer.
 *
 * @param percentile at least 50, below 100
 * @param limit what the percentile must stay below, at most one hour
 */
public record AdmissionObjective(double percentile, Duration limit) {

    static final Duration LONGEST = Duration.ofHours(1);

    /** The objective of seed 000: TP99 below 10 ms. */
    public static final AdmissionObjective TP99_BELOW_10_MS = new AdmissionObjective(99, Duration.ofMillis(10));

    /**
     * Validates both.
     *
     * @throws IllegalArgumentException with the field, its value and what was expected
     */
    public AdmissionObjective {
        Objects.requireNonNull(limit, "limit");
        if (!(percentile >= 50 && percentile < 100)) {
            throw new IllegalArgumentException("percentile: " + percentile + " (expected: >= 50 and < 100)");
        }
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("limit: " + (limit.isZero() ? "0" : limit) + " (expected: > 0)");
        }
        if (limit.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("limit: " + limit + " (expected: <= " + LONGEST + ")");
        }
    }

    /** Returns the fraction of the answered calls that may be late, for example 0.01 for TP99. */
    double lateBudget() {
        return (100 - percentile) / 100;
    }
}
