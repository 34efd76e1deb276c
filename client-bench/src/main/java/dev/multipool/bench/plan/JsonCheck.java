package dev.multipool.bench.plan;

import org.jspecify.annotations.Nullable;

/**
 * A value in a JSON text.
 *
 * @param pointer where, as RFC 6901 has it, such as {@code /items/0/id}
 * @param value as text; null when anything will do
 */
public record JsonCheck(String pointer, @Nullable String value) {
    public JsonCheck {
        if (!pointer.startsWith("/")) {
            throw new IllegalArgumentException(
                    "pointer: '" + pointer + "' (expected: a JSON pointer, such as /items/0/id)");
        }
    }
}
