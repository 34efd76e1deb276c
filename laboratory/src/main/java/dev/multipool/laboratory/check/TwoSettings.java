package dev.multipool.laboratory.check;

import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two settings that a check tries: both keep the constraints, and as many knobs as possible differ.
 *
 * @param first has small values where it can
 * @param second has large ones
 */
record TwoSettings(Setting first, Setting second) {
    /** Tries all corners of the knobs' ranges; empty when none keeps the constraints. */
    static Optional<TwoSettings> of(ServiceDescription description) {
        int corners = 1 << description.knobs().size();
        TwoSettings best = null;
        int mostDifferent = -1;
        for (int a = 0; a < corners; a++) {
            for (int b = 0; b < corners; b++) {
                Setting first = corner(description.knobs(), a);
                Setting second = corner(description.knobs(), b);
                if (Integer.bitCount(a ^ b) > mostDifferent
                        && description.allows(first)
                        && description.allows(second)) {
                    mostDifferent = Integer.bitCount(a ^ b);
                    best = new TwoSettings(first, second);
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static Setting corner(List<Knob> knobs, int bits) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < knobs.size(); i++) {
            Knob knob = knobs.get(i);
            values.put(
                    knob.name(),
                    (bits >> i & 1) == 0 ? knob.values().first() : knob.values().last());
        }
        return new Setting(values);
    }
}
