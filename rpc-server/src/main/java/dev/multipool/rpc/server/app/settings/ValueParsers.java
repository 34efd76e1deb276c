package dev.multipool.rpc.server.app.settings;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the texts of settings; each parser throws IllegalArgumentException when a text does not fit. */
final class ValueParsers {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)");

    private ValueParsers() {}

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

    /** {@code 500ms}, {@code 5s}, {@code 1m}; at least {@code min}. */
    static Function<String, Duration> duration(Duration min) {
        return text -> {
            Matcher matcher = DURATION.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("not a duration");
            }
            long amount = Long.parseLong(matcher.group(1));
            Duration value =
                    switch (matcher.group(2)) {
                        case "ms" -> Duration.ofMillis(amount);
                        case "s" -> Duration.ofSeconds(amount);
                        default -> Duration.ofMinutes(amount);
                    };
            if (value.compareTo(min) < 0) {
                throw new IllegalArgumentException("too short");
            }
            return value;
        };
    }

    /** A constant of an enum, written in lower case. */
    static <E extends Enum<E>> Function<String, E> oneOf(Class<E> type) {
        return text -> Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown word"));
    }
}
