package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.server.app.mock.DelayDistribution;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the texts of settings; each parser throws IllegalArgumentException when a text does not fit. */
final class ValueParsers {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(us|ms|s|m)");

    private static final Pattern DELAY =
            Pattern.compile("(constant|exponential|lognormal):(\\w+)(?:,cv=(\\d{1,3}(?:\\.\\d{1,6})?))?");

    private static final Pattern ISOLATION = Pattern.compile("threads:(\\d{1,4}),timeout=(\\w+)");

    /** Longer ones are mistakes, and far longer ones can't be told in nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(7);

    private ValueParsers() {}

    /** At most {@link #LONGEST}. */
    private static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a duration");
        }
        long amount = Long.parseLong(matcher.group(1));
        Duration value =
                switch (matcher.group(2)) {
                    case "us" -> Duration.ofNanos(1_000 * amount);
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    default -> Duration.ofMinutes(amount);
                };
        if (value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("too long");
        }
        return value;
    }

    static Function<String, String> text() {
        return text -> {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("empty");
            }
            return text;
        };
    }

    static Function<String, Integer> integer(int min, int max) {
        return text -> {
            int value = Integer.parseInt(text);
            if (value < min || value > max) {
                throw new IllegalArgumentException("out of range");
            }
            return value;
        };
    }

    /** {@code auto}, which is empty, or a number of bytes. */
    static Function<String, OptionalLong> bytesOrAuto(long min, long max) {
        return text -> {
            if (text.equals("auto")) {
                return OptionalLong.empty();
            }
            long value = Long.parseLong(text);
            if (value < min || value > max) {
                throw new IllegalArgumentException("out of range");
            }
            return OptionalLong.of(value);
        };
    }

    /** {@code 500ms}, {@code 5s}, {@code 1m}; at least {@code min}, at most 7 days ({@code 10080m}). */
    static Function<String, Duration> duration(Duration min) {
        return text -> {
            Duration value = duration(text);
            if (value.compareTo(min) < 0) {
                throw new IllegalArgumentException("too short");
            }
            return value;
        };
    }

    /** Empty for {@code auto}. */
    static <T> Function<String, Optional<T>> unlessAuto(Function<String, T> parser) {
        return text -> text.equals("auto") ? Optional.empty() : Optional.of(parser.apply(text));
    }

    /** A duration from {@code min} to {@code max}. */
    static Function<String, Duration> duration(Duration min, Duration max) {
        return duration(min).andThen(value -> {
            if (value.compareTo(max) > 0) {
                throw new IllegalArgumentException("too long");
            }
            return value;
        });
    }

    static Function<String, Double> number(double min, double max) {
        return text -> {
            double value = Double.parseDouble(text);
            if (!(value >= min && value <= max)) {
                throw new IllegalArgumentException("out of range");
            }
            return value;
        };
    }

    static Function<String, Boolean> yesOrNo() {
        return text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither");
        };
    }

    /** {@code 0}, {@code 20us}, {@code 1ms}: an amount of work. */
    static Function<String, Duration> cpuTime() {
        return text -> text.equals("0") ? Duration.ZERO : duration(text);
    }

    /** {@code none}, {@code constant:5ms}, {@code exponential:5ms}, {@code lognormal:5ms,cv=0.3}. */
    static Function<String, DelayDistribution> delay() {
        return text -> {
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
                    duration(matcher.group(2)),
                    variation == null ? 0 : Double.parseDouble(variation));
        };
    }

    /** {@code none}, {@code threads:10,timeout=1s}. */
    static Function<String, Optional<IsolationSettings>> isolation() {
        return text -> {
            Matcher matcher = ISOLATION.matcher(text);
            if (text.equals("none")) {
                return Optional.empty();
            }
            if (!matcher.matches()) {
                throw new IllegalArgumentException("no isolation");
            }
            return Optional.of(new IsolationSettings(
                    integer(1, 1024).apply(matcher.group(1)),
                    duration(Duration.ofMillis(1)).apply(matcher.group(2))));
        };
    }

    /** A constant of an enum, written in lower case with hyphens. */
    static <E extends Enum<E>> Function<String, E> oneOf(Class<E> type) {
        return text -> Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name()
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '-')
                        .equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown word"));
    }
}
