package dev.multipool.perf.app;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500ms}, {@code 10s} and {@code 2m}. */
final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern SYNTAX = Pattern.compile("([0-9]{1,9})(ms|s|m)");

    @Override
    public Duration convert(String text) {
        Matcher matcher = SYNTAX.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new TypeConversionException(text + " (expected: a duration such as 500ms, 10s or 2m)");
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofSeconds(count);
        };
    }
}
