package dev.multipool.pools;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: a whole number and a unit, such as {@code 50ms}. It is the one grammar of specs, settings
 * and command lines.
 *
 * <p><b>Grammar:</b> one to nine digits, then {@code ns}, {@code us}, {@code ms}, {@code s}, {@code m} or {@code h}.
 *
 * <p><b>Threads:</b> pure functions.
 */
public final class DurationText {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ns|us|ms|s|m|h)");

    private DurationText() {}

    /** Reads a duration; empty when the text is none. */
    public static Optional<Duration> read(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "ns" -> Duration.ofNanos(number);
                    case "us" -> Duration.ofNanos(1_000 * number);
                    case "ms" -> Duration.ofMillis(number);
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    default -> Duration.ofHours(number);
                });
    }

    /**
     * Reads a duration that has to be one.
     *
     * @param what begins the error's text
     * @throws IllegalArgumentException when the text is none
     */
    public static Duration parse(String what, String text) {
        return read(text)
                .orElseThrow(() -> new IllegalArgumentException(what + ": " + text
                        + " (expected: a whole number and ns, us, ms, s, m or h, for example 50ms)"));
    }

    /** The shortest form that {@link #parse} reads back as the same duration. */
    public static String format(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos % 1_000_000_000 == 0) {
            return nanos / 1_000_000_000 + "s";
        }
        if (nanos % 1_000_000 == 0) {
            return nanos / 1_000_000 + "ms";
        }
        return nanos % 1_000 == 0 ? nanos / 1_000 + "us" : nanos + "ns";
    }
}
