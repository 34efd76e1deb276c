package dev.multipool.laboratory.description;

import dev.multipool.capacity.Objective;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service under test: all that the laboratory knows about it.
 *
 * @param name for people
 * @param origin where its processes come from
 * @param knobs at most six, in the file's order
 * @param constraints between them
 * @param load what is asked of it
 * @param objective what it has to keep; null when the description does not say
 */
public record ServiceDescription(
        String name,
        Origin origin,
        List<Knob> knobs,
        List<Constraint> constraints,
        Load load,
        @Nullable Objective objective) {
    /** More knobs need more runs than anybody waits for. */
    public static final int MOST_KNOBS = 6;

    public ServiceDescription {
        knobs = List.copyOf(knobs);
        constraints = List.copyOf(constraints);
        if (knobs.size() > MOST_KNOBS) {
            throw new IllegalArgumentException("knobs: " + knobs.size() + " (expected: at most " + MOST_KNOBS + ")");
        }
    }

    /** Whether a setting keeps all constraints. */
    public boolean allows(Setting setting) {
        return constraints.stream().allMatch(constraint -> constraint.allows(setting));
    }
}
