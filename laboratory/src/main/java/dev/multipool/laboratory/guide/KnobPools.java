package dev.multipool.laboratory.guide;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds which knob sets which pool, by facts alone.
 *
 * <p>A pool may belong to a knob when its maximum was the knob's value in every window. One such pool belongs to it. Several belong
 * to it when the knob had more than one value, as that is no chance. A pool that may belong to two knobs belongs to neither, until
 * a window tells them apart.
 */
final class KnobPools {
    private KnobPools() {}

    /** The pools that each knob sets; without the knobs of which that is not known. */
    static Map<String, Set<String>> of(List<GuideWindow> windows) {
        if (windows.isEmpty()) {
            return Map.of();
        }
        Map<String, Set<String>> possible = new HashMap<>();
        for (String knob : windows.get(0).values().keySet()) {
            possible.put(knob, possible(knob, windows));
        }
        Map<String, Set<String>> found = new HashMap<>();
        possible.forEach((knob, pools) -> {
            boolean isAlone = possible.entrySet().stream()
                    .noneMatch(other -> !other.getKey().equals(knob)
                            && other.getValue().stream().anyMatch(pools::contains));
            boolean isNoChance = pools.size() == 1 || values(knob, windows).size() > 1;
            if (!pools.isEmpty() && isAlone && isNoChance) {
                found.put(knob, pools);
            }
        });
        return found;
    }

    private static Set<String> possible(String knob, List<GuideWindow> windows) {
        Set<String> possible = new TreeSet<>();
        windows.get(0).pools().forEach(pool -> possible.add(pool.pool()));
        for (GuideWindow window : windows) {
            String value = window.values().getOrDefault(knob, "");
            possible.removeIf(pool -> !isSet(window.maximum(pool), value));
        }
        return possible;
    }

    private static boolean isSet(OptionalInt maximum, String value) {
        return maximum.isPresent() && String.valueOf(maximum.getAsInt()).equals(value);
    }

    private static Set<String> values(String knob, List<GuideWindow> windows) {
        return windows.stream()
                .map(window -> window.values().getOrDefault(knob, ""))
                .collect(Collectors.toCollection(HashSet::new));
    }
}
