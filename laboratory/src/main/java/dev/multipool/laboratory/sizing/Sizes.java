package dev.multipool.laboratory.sizing;

import java.util.ArrayList;
import java.util.List;

/**
 * One value for each knob, by its place on the knob's scale.
 *
 * @param places in the order of the knobs
 */
record Sizes(List<Integer> places) {
    Sizes {
        places = List.copyOf(places);
    }

    int place(int knob) {
        return places.get(knob);
    }

    /** The same with one knob at another place. */
    Sizes with(int knob, int place) {
        List<Integer> moved = new ArrayList<>(places);
        moved.set(knob, place);
        return new Sizes(moved);
    }
}
