package dev.multipool.laboratory.description;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the knobs of a service are set to.
 *
 * @param values by the knob's name, in the description's order
 */
public record Setting(Map<String, String> values) {
    /** No knob is set. */
    public static final Setting NONE = new Setting(Map.of());

    public Setting {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    @Override
    public String toString() {
        return values.entrySet().stream().map(Object::toString).collect(Collectors.joining(" "));
    }
}
