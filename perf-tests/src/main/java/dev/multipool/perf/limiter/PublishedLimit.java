package dev.multipool.perf.limiter;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.FixedLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;

/**
 * A rule for the calls in flight, by the library concurrency-limits with its defaults. It is written {@code gradient2},
 * {@code vegas} or {@code fixed=12}.
 */
public final class PublishedLimit {
    /** Compares the short-term with the long-term response time. */
    public static final String GRADIENT2 = "gradient2";

    /** Compares the response time with the shortest one that was seen. */
    public static final String VEGAS = "vegas";

    private static final String FIXED = "fixed=";

    private PublishedLimit() {}

    /** As many calls in flight, whatever happens. */
    public static String fixed(int inFlight) {
        return FIXED + inFlight;
    }

    /**
     * Makes the rule.
     *
     * @throws IllegalArgumentException when the text names none
     */
    static Limit parse(String text) {
        return switch (text) {
            case GRADIENT2 -> Gradient2Limit.newDefault();
            case VEGAS -> VegasLimit.newDefault();
            default -> {
                if (!text.matches(FIXED + "[1-9][0-9]{0,6}")) {
                    throw new IllegalArgumentException(
                            "limiter: " + text + " (expected: gradient2, vegas or fixed=N with N >= 1)");
                }
                yield FixedLimit.of(Integer.parseInt(text.substring(FIXED.length())));
            }
        };
    }
}
