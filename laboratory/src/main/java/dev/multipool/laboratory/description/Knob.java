package dev.multipool.laboratory.description;

import dev.multipool.laboratory.result.KnobWay;
import org.jspecify.annotations.Nullable;

/**
 * Something in a service that can be set.
 *
 * @param name in the description
 * @param values what it can be set to
 * @param way by which it is set
 * @param readBack where the service tells its value; null when it does not
 */
public record Knob(
        String name,
        KnobValues values,
        KnobWay way,
        @Nullable ReadBack readBack) {
    /** Whether a knob can have a name. */
    public static boolean canBeName(String name) {
        return name.matches(Placeholders.NAME) && !Placeholders.RESERVED.contains(name);
    }

    /** Whether it is set in the running service. */
    public boolean isLive() {
        return way.isLive();
    }
}
