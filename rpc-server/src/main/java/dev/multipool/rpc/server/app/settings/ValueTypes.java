package dev.multipool.rpc.server.app.settings;

import dev.multipool.pools.DurationText;
import dev.multipool.rpc.server.app.mock.DelayDistribution;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kinds of texts that settings take. Words and bounds are said once; what reads a text and what explains it use the same. */
final class ValueTypes {

    private static final Pattern DELAY =
            Pattern.compile("(constant|exponential|lognormal):(\\w+)(?:,cv=(\\d{1,3}(?:\\.\\d{1,6})?))?");

    private static final Pattern ISOLATION = Pattern.compile("threads:(\\d{1,4}),timeout=(\\w+)");

    /** Longer ones are mistakes, and far longer ones can't be told in nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(7);

    private ValueTypes() {}

    /** At most {@link #LONGEST}. */
    private static Duration parseDuration(String text) {
        Duration value = DurationText.read(text).orElseThrow(() -> new IllegalArgumentException("not a duration"));
        if (value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("too long");
        }
        return value;
    }

    /** Any text but the empty one. */
    static ValueType<String> text(String expected) {
        return new ValueType<>(expected, text -> {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("empty");
            }
            return text;
        });
    }

    /** The path of a file of this kind, such as a PEM file; whether it is there shows where it is read. */
    static ValueType<Path> file(String kind) {
        return new ValueType<>(
                "a path of " + kind, text -> Path.of(text(kind).parser().apply(text)));
    }

    static ValueType<Integer> integer(int min, int max) {
        ValueType<Long> type = bytes(min, max);
        return new ValueType<>(type.expected(), type.parser().andThen(Math::toIntExact));
    }

    /** A number of bytes. */
    static ValueType<Long> bytes(long min, long max) {
        return new ValueType<>(min + " to " + max, text -> {
            long value = Long.parseLong(text);
            if (value < min || value > max) {
                throw new IllegalArgumentException("out of range");
            }
            return value;
        });
    }

    /** {@code 500ms}, {@code 5s}, {@code 1m}; at least {@code min}, at most 7 days ({@code 10080m}). */
    static ValueType<Duration> duration(Duration min) {
        return duration(min, LONGEST);
    }

    /** A duration from {@code min} to {@code max}. */
    static ValueType<Duration> duration(Duration min, Duration max) {
        return new ValueType<>(textOf(min) + " to " + textOf(max) + ", such as 500ms, 5s or 1m", text -> {
            Duration value = parseDuration(text);
            if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
                throw new IllegalArgumentException("out of range");
            }
            return value;
        });
    }

    /** As one would write it. */
    private static String textOf(Duration duration) {
        if (!duration.isZero() && duration.toSeconds() % 60 == 0 && duration.toMillis() % 1000 == 0) {
            return duration.toMinutes() + "m";
        }
        return duration.toMillis() + "ms";
    }

    static ValueType<Double> number(double min, double max) {
        return new ValueType<>(textOf(min) + " to " + textOf(max), text -> {
            double value = Double.parseDouble(text);
            if (!(value >= min && value <= max)) {
                throw new IllegalArgumentException("out of range");
            }
            return value;
        });
    }

    private static String textOf(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    static ValueType<Boolean> trueOrFalse() {
        return new ValueType<>("true or false", text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither");
        });
    }

    /** {@code 0}, {@code 20us}, {@code 1ms}: an amount of work. */
    static ValueType<Duration> cpuTime() {
        return new ValueType<>(
                "0, or a time such as 20us or 1ms", text -> text.equals("0") ? Duration.ZERO : parseDuration(text));
    }

    /** {@code none}, {@code constant:5ms}, {@code exponential:5ms}, {@code lognormal:5ms,cv=0.3}. */
    static ValueType<DelayDistribution> delay() {
        return new ValueType<>("none, constant:5ms, exponential:5ms or lognormal:5ms,cv=0.3", text -> {
            Matcher matcher = DELAY.matcher(text);
            if (text.equals("none")) {
                return DelayDistribution.NONE;
            }
            if (!matcher.matches()) {
                throw new IllegalArgumentException("not a distribution");
            }
            String variation = matcher.group(3);
            return new DelayDistribution(
                    DelayDistribution.Shape.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)),
                    parseDuration(matcher.group(2)),
                    variation == null ? 0 : Double.parseDouble(variation));
        });
    }

    /** {@code threads:10,timeout=1s}. */
    static ValueType<IsolationSettings> isolation() {
        ValueType<Integer> threads = integer(1, 1024);
        ValueType<Duration> timeout = duration(Duration.ofMillis(1));
        return new ValueType<>("threads:10,timeout=1s with " + threads.expected() + " threads", text -> {
            Matcher matcher = ISOLATION.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("no isolation");
            }
            return new IsolationSettings(
                    threads.parser().apply(matcher.group(1)), timeout.parser().apply(matcher.group(2)));
        });
    }

    /** A constant of an enum, written in lower case with hyphens. */
    static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
        return oneOf(type, constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** A constant of an enum, by its word. */
    static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type, Function<E, String> word) {
        Map<String, E> byWord = new LinkedHashMap<>();
        for (E constant : type.getEnumConstants()) {
            byWord.put(word.apply(constant), constant);
        }
        return new ValueType<>(alternatives(List.copyOf(byWord.keySet())), text -> {
            E constant = byWord.get(text);
            if (constant == null) {
                throw new IllegalArgumentException("unknown word");
            }
            return constant;
        });
    }

    /** {@code one, two or three}. */
    static String alternatives(List<String> words) {
        int last = words.size() - 1;
        return String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
