package dev.multipool.spring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON has no word for "not a number": what was not measured is null there. */
final class JsonNumbers {
    private JsonNumbers() {}

    /** The tree without numbers that JSON can't say. */
    static Map<String, Object> replaceNotANumber(Map<String, Object> tree) {
        Map<String, Object> copy = new LinkedHashMap<>();
        tree.forEach((key, value) -> putIn(copy, key, clean(value)));
        return copy;
    }

    @SuppressWarnings("NullAway") // an absent figure is shown as null, as on the admin port
    private static void putIn(Map<String, Object> copy, String key, @Nullable Object value) {
        copy.put(key, value);
    }

    @SuppressWarnings("unchecked") // the report's trees have maps by name
    private static @Nullable Object clean(@Nullable Object value) {
        if (value instanceof Map<?, ?> tree) {
            return replaceNotANumber((Map<String, Object>) tree);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(JsonNumbers::clean).toList();
        }
        return value instanceof Double number && !Double.isFinite(number) ? null : value;
    }
}
