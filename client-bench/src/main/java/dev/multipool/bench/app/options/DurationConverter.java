package dev.multipool.bench.app.options;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 500ms}, {@code 5s}, {@code 1m}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(us|ms|s|m|h)");
    private static final Map<String, Duration> UNITS = Map.of(
            "us", Duration.ofNanos(1_000),
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1));

    @Override
    public Duration convert(String text) {
        Matcher matcher = FORM.matcher(text);
        Duration unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
        if (unit == null) {
            throw new TypeConversionException(
                    "'" + text + "' (expected: a whole number and a unit, such as 500ms, 5s or 1m)");
        }
        return unit.multipliedBy(Long.parseLong(matcher.group(1)));
    }
}
