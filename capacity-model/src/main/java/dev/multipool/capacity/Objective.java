package dev.multipool.capacity;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a service has to keep: a percentile of its response times below a limit, written {@code tp99<10ms}.
 *
 * <p><b>Grammar:</b> {@code tp50}, {@code tp90}, {@code tp99} or {@code tp99.9}, then {@code <}, then a number with or
 * without decimals, then {@code us}, {@code ms} or {@code s}. Upper case is the same as lower case, and spaces may stand
 * between the parts. {@code tp99<500us}, {@code TP99 < 0.5 ms} and {@code tp99<0.0005s} are the same objective.
 *
 * @param percentile of the response times
 * @param limit the percentile must be below it; at least 1 ns and at most 1 day
 */
public record Objective(Percentile percentile, Duration limit) {

    /** A percentile that can be asked for. */
    public enum Percentile {
        TP50("50"),
        TP90("90"),
        TP99("99"),
        TP999("99.9");

        private final String percent;

        Percentile(String percent) {
            this.percent = percent;
        }

        /** Returns the part of the values that lies at or below it, in percent. */
        public double percent() {
            return Double.parseDouble(percent);
        }

        /** The word for the command line and JSON: {@code tp99.9}. */
        public String word() {
            return "tp" + percent;
        }

        /** The word for people: {@code TP99.9}. */
        public String title() {
            return "TP" + percent;
        }

        private static Optional<Percentile> ofWord(String word) {
            return Arrays.stream(values())
                    .filter(percentile -> percentile.word().equals(word))
                    .findFirst();
        }
    }

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Pattern FORM =
            Pattern.compile("(tp[0-9.]+)\\s*<\\s*([0-9]{1,9}(?:\\.[0-9]{1,9})?)\\s*(us|ms|s)");

    /** Validates. */
    public Objective {
        if (limit.isNegative() || limit.isZero() || limit.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("limit: " + limit + " (expected: > 0 and at most 1 day)");
        }
    }

    /** Returns the objective to keep TP99 below a limit. */
    public static Objective tp99Below(Duration limit) {
        return new Objective(Percentile.TP99, limit);
    }

    /**
     * Reads {@code tp99<10ms}.
     *
     * @throws IllegalArgumentException when the text is none, or its limit is 0 or above 1 day
     */
    public static Objective parse(String text) {
        Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        Optional<Percentile> percentile = form.matches() ? Percentile.ofWord(form.group(1)) : Optional.empty();
        if (percentile.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + text + "' (expected: tp50, tp90, tp99 or tp99.9 below a time, such as tp99<10ms)");
        }
        double nanosPerUnit =
                switch (form.group(3)) {
                    case "us" -> 1e3;
                    case "ms" -> NANOS_PER_MILLI;
                    default -> 1e9;
                };
        long nanos = Math.round(Double.parseDouble(form.group(2)) * nanosPerUnit);
        return new Objective(percentile.get(), Duration.ofNanos(nanos));
    }

    /**
     * Reads {@code tp99<10ms}, and no other percentile.
     *
     * @throws IllegalArgumentException when the text is none
     */
    public static Objective parseTp99(String text) {
        Objective objective = parse(text);
        if (objective.percentile != Percentile.TP99) {
            throw new IllegalArgumentException("'" + text + "' (expected: tp99 below a time, such as tp99<10ms)");
        }
        return objective;
    }

    /** Returns the limit in milliseconds. */
    public double limitMillis() {
        return limit.toNanos() / NANOS_PER_MILLI;
    }

    /** Returns the limit in whole microseconds. */
    public long limitMicros() {
        return Math.round(limit.toNanos() / 1e3);
    }

    /** Returns whether a value of the percentile keeps the limit; one that equals the limit does not. */
    public boolean isMetBy(double percentileMillis) {
        return percentileMillis < limitMillis();
    }

    /** For people: {@code TP99 < 10 ms}. */
    public String describe() {
        return percentile.title() + " < " + plainMillis() + " ms";
    }

    /** For the command line and JSON: {@code tp99<10ms}, which {@link #parse} reads. */
    @Override
    public String toString() {
        return percentile.word() + "<" + plainMillis() + "ms";
    }

    /** Returns the limit in milliseconds in its shortest decimal form: {@code 10}, {@code 7.5}. */
    public String plainMillis() {
        return String.format(Locale.ROOT, "%.6f", limitMillis())
                .replaceFirst("0+$", "")
                .replaceFirst("\\.$", "");
    }
}
