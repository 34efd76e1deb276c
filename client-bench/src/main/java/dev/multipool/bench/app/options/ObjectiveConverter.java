package dev.multipool.bench.app.options;

import dev.multipool.capacity.Objective;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Objectives as people write them: {@code tp99<10ms}. */
public final class ObjectiveConverter implements ITypeConverter<Objective> {
    @Override
    public Objective convert(String text) {
        try {
            return Objective.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
