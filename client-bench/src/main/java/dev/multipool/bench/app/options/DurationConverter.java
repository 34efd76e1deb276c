package dev.multipool.bench.app.options;

import dev.multipool.pools.DurationText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 500ms}, {@code 5s}, {@code 1m}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        return DurationText.read(text)
                .orElseThrow(() -> new TypeConversionException(
                        "'" + text + "' (expected: a whole number and a unit, such as 500ms, 5s or 1m)"));
    }
}
