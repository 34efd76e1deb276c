package dev.multipool.laboratory.sizing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The knobs of a service, and which of their values may stand together.
 *
 * @param scales one for each knob; 1 to {@value #MOST_KNOBS}
 * @param allowed whether values, by the knobs' names, may stand together
 */
public record KnobSpace(List<KnobScale> scales, Predicate<Map<String, String>> allowed) {
    /** Each further knob needs further runs. */
    public static final int MOST_KNOBS = 6;

    public KnobSpace {
        scales = List.copyOf(scales);
        if (scales.isEmpty() || scales.size() > MOST_KNOBS) {
            throw new IllegalArgumentException("knobs: " + scales.size() + " (expected: 1 to " + MOST_KNOBS + ")");
        }
    }

    /**
     * Where a search begins.
     *
     * @param start values by the knobs' names; a number without one begins in the middle of its scale, a choice with its first
     */
    Sizes start(Map<String, String> start) {
        List<Integer> places = new ArrayList<>();
        for (KnobScale scale : scales) {
            String value = start.get(scale.name());
            places.add(value != null ? scale.indexOf(value) : scale.ordered() ? scale.largest() / 2 : 0);
        }
        Sizes sizes = new Sizes(places);
        return isAllowed(sizes) ? sizes : nearestAllowed(sizes);
    }

    /** The largest value of each number, as far as they may stand together; choices as they are. */
    Sizes largest(Sizes from) {
        Sizes largest = moved(from, Integer.MAX_VALUE / 2);
        return isAllowed(largest) ? largest : nearestAllowed(largest);
    }

    /** The values by the knobs' names, in their order. */
    Map<String, String> valuesOf(Sizes sizes) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int knob = 0; knob < scales.size(); knob++) {
            values.put(scales.get(knob).name(), scales.get(knob).values().get(sizes.place(knob)));
        }
        return values;
    }

    /** The same with one knob at another place; beyond the ends of its scale it stays at the end. */
    Sizes with(Sizes from, int knob, int place) {
        return from.with(knob, Math.max(0, Math.min(scales.get(knob).largest(), place)));
    }

    /** The same with all numbers moved so many steps; choices stay. */
    private Sizes moved(Sizes from, int steps) {
        Sizes moved = from;
        for (int knob = 0; knob < scales.size(); knob++) {
            if (scales.get(knob).ordered()) {
                moved = with(moved, knob, from.place(knob) + steps);
            }
        }
        return moved;
    }

    /** Steps above the smallest, over all numbers: fewer threads and connections have a smaller weight. */
    int weightOf(Sizes sizes) {
        int weight = 0;
        for (int knob = 0; knob < scales.size(); knob++) {
            weight += scales.get(knob).ordered() ? sizes.place(knob) : 0;
        }
        return weight;
    }

    boolean isAllowed(Sizes sizes) {
        return allowed.test(valuesOf(sizes));
    }

    /** How many combinations may stand together. */
    public int combinations() {
        return all().size();
    }

    /** Every combination that may stand together; each differs from the one before it by one knob, as far as that is allowed. */
    List<Sizes> all() {
        List<List<Integer>> rows = List.of(List.of());
        for (KnobScale scale : scales) {
            List<List<Integer>> longer = new ArrayList<>();
            boolean up = true;
            for (List<Integer> row : rows) {
                for (int step = 0; step <= scale.largest(); step++) {
                    List<Integer> next = new ArrayList<>(row);
                    next.add(up ? step : scale.largest() - step);
                    longer.add(next);
                }
                up = !up;
            }
            rows = longer;
        }
        return rows.stream().map(Sizes::new).filter(this::isAllowed).toList();
    }

    /** The first allowed one, searched in growing circles; there is one, or the description was refused. */
    private Sizes nearestAllowed(Sizes sizes) {
        List<Sizes> circle = List.of(sizes);
        int most = scales.stream().mapToInt(KnobScale::largest).sum();
        for (int distance = 0; distance <= most; distance++) {
            List<Sizes> next = new ArrayList<>();
            for (Sizes each : circle) {
                for (int knob = 0; knob < scales.size(); knob++) {
                    for (int step : new int[] {-1, 1}) {
                        Sizes moved = with(each, knob, each.place(knob) + step);
                        if (isAllowed(moved)) {
                            return moved;
                        }
                        if (!next.contains(moved) && !moved.equals(each)) {
                            next.add(moved);
                        }
                    }
                }
            }
            circle = next;
        }
        throw new IllegalArgumentException("constraints: no value of the knobs fits them (expected: one at least)");
    }

    /** Steps of the longest scale. */
    int longest() {
        return scales.stream().mapToInt(KnobScale::largest).max().orElse(0);
    }

    /**
     * What lies around sizes, the likeliest to serve more first: all numbers moved together, then each knob by itself. Of a
     * choice all other words.
     *
     * @param steps how far numbers move
     */
    List<Sizes> around(Sizes from, int steps) {
        List<Sizes> around = new ArrayList<>();
        if (scales.stream().filter(KnobScale::ordered).count() > 1) {
            around.add(moved(from, steps));
        }
        for (int sign : new int[] {1, -1}) {
            for (int knob = 0; knob < scales.size(); knob++) {
                if (scales.get(knob).ordered()) {
                    around.add(with(from, knob, from.place(knob) + sign * steps));
                } else if (sign > 0) {
                    for (int place = 0; place <= scales.get(knob).largest(); place++) {
                        around.add(from.with(knob, place));
                    }
                }
            }
        }
        if (scales.stream().filter(KnobScale::ordered).count() > 1) {
            around.add(moved(from, -steps));
        }
        return around.stream()
                .distinct()
                .filter(each -> !each.equals(from) && isAllowed(each))
                .toList();
    }
}
