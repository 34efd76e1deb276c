package dev.multipool.perf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pool sizes around given ones: one pool a quarter smaller or larger, the others the same. */
final class Neighbours {
    private static final int PART = 4;

    private Neighbours() {}

    static List<Map<String, Integer>> of(Map<String, Integer> sizes) {
        Set<Map<String, Integer>> around = new LinkedHashSet<>();
        sizes.forEach((pool, size) -> {
            int step = Math.max(1, Math.round((float) size / PART));
            around.add(with(sizes, pool, Math.max(1, size - step)));
            around.add(with(sizes, pool, size + step));
        });
        around.remove(sizes);
        return new ArrayList<>(around);
    }

    private static Map<String, Integer> with(Map<String, Integer> sizes, String pool, int size) {
        Map<String, Integer> changed = new LinkedHashMap<>(sizes);
        changed.put(pool, size);
        return changed;
    }
}
