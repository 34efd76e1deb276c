package dev.multipool.laboratory.sizing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One value for each knob, by its place on the knob's scale.
 *
 * @param space the knobs
 * @param places in the order of the knobs
 */
record Sizes(KnobSpace space, List<Integer> places) {
    Sizes {
        places = List.copyOf(places);
    }

    int place(int knob) {
        return places.get(knob);
    }

    /** The same with one knob at another place; beyond the ends of its scale it stays at the end. */
    Sizes with(int knob, int place) {
        List<Integer> moved = new ArrayList<>(places);
        moved.set(knob, Math.max(0, Math.min(space.scales().get(knob).largest(), place)));
        return new Sizes(space, moved);
    }

    /** The same with all numbers moved so many steps; choices stay. */
    Sizes moved(int steps) {
        Sizes moved = this;
        for (int knob = 0; knob < places.size(); knob++) {
            if (space.scales().get(knob).ordered()) {
                moved = moved.with(knob, place(knob) + steps);
            }
        }
        return moved;
    }

    /** Steps above the smallest, over all numbers: fewer threads and connections have a smaller weight. */
    int weight() {
        int weight = 0;
        for (int knob = 0; knob < places.size(); knob++) {
            weight += space.scales().get(knob).ordered() ? place(knob) : 0;
        }
        return weight;
    }

    /** The values by the knobs' names, in their order. */
    Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        for (int knob = 0; knob < places.size(); knob++) {
            KnobScale scale = space.scales().get(knob);
            values.put(scale.name(), scale.values().get(place(knob)));
        }
        return values;
    }
}
