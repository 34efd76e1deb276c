package dev.multipool.pools.internal.config;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them in a spec: a whole number and a unit, for example {@code 50ms}. */
public final class DurationText {

    private static final Pattern FORM = Pattern.compile("(\\d{1,15})\\s*(ns|us|ms|s|m|h)");

    private DurationText() {}

    public static Duration parse(String what, String text) {
        Matcher matcher = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    what + ": " + text + " (expected: a whole number and ns, us, ms, s, m or h, for example 50ms)");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ns" -> Duration.ofNanos(number);
            case "us" -> Duration.ofSeconds(number / 1_000_000, number % 1_000_000 * 1_000);
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
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
