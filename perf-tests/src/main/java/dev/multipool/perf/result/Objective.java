package dev.multipool.perf.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limit on TP99 that an answer has to keep, written {@code tp99<10ms}.
 *
 * @param p99LimitMillis TP99 has to be below this; greater than 0
 */
public record Objective(double p99LimitMillis) {
    private static final Pattern SYNTAX = Pattern.compile("tp99<([0-9]+(?:\\.[0-9]+)?)(us|ms|s)");

    public Objective {
        if (!(p99LimitMillis > 0) || Double.isInfinite(p99LimitMillis)) {
            throw new IllegalArgumentException("p99LimitMillis: " + p99LimitMillis + " (expected: > 0)");
        }
    }

    /**
     * Reads {@code tp99<10ms}; upper case and spaces are fine, the unit is us, ms or s.
     *
     * @throws IllegalArgumentException when the text is anything else
     */
    @JsonCreator
    public static Objective parse(String text) {
        Matcher matcher = SYNTAX.matcher(text.toLowerCase(Locale.ROOT).replace(" ", ""));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("objective: " + text + " (expected: tp99<LIMIT, such as tp99<10ms)");
        }
        double limit = Double.parseDouble(matcher.group(1));
        return new Objective(
                switch (matcher.group(2)) {
                    case "us" -> limit / 1_000;
                    case "s" -> limit * 1_000;
                    default -> limit;
                });
    }

    /** Whether a TP99 keeps the limit; a TP99 that equals the limit does not. */
    public boolean isMetBy(double p99Millis) {
        return p99Millis < p99LimitMillis;
    }

    /** The limit in whole microseconds. */
    public long limitMicros() {
        return Math.round(1000 * p99LimitMillis);
    }

    /** For people: {@code TP99 < 10 ms}. */
    public String describe() {
        return "TP99 < " + Figure.plain(p99LimitMillis) + " ms";
    }

    /** For the command line and JSON: {@code tp99<10ms}, which {@link #parse} reads. */
    @JsonValue
    @Override
    public String toString() {
        return "tp99<" + Figure.plain(p99LimitMillis) + "ms";
    }
}
