package dev.multipool.laboratory.sizing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The values of one knob that a search tries, from the smallest to the largest. Choices stand in the order given.
 *
 * @param name the knob's name
 * @param values at least one
 * @param ordered whether a value between two others lies between them in effect, too; not so for choices
 */
public record KnobScale(String name, List<String> values, boolean ordered) {
    /**
     * The preferred numbers of ISO 3, series R 5, in whole numbers: each about 1.6 times the one before. What lies between two
     * of them is no different within what two windows differ by.
     */
    private static final double[] PREFERRED = {1, 1.6, 2.5, 4, 6.3};
    /** So many values of a linear scale, at most. */
    private static final int LINEAR_STEPS = 10;

    public KnobScale {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("values of " + name + ": none (expected: at least one)");
        }
    }

    /** A list of words, each tried for itself. */
    public static KnobScale ofChoices(String name, List<String> choices) {
        return new KnobScale(name, choices, false);
    }

    /** Preferred numbers from {@code min} to {@code max}, and these two. */
    public static KnobScale logarithmic(String name, long min, long max) {
        requireRange(name, min, max);
        TreeSet<Long> sizes = new TreeSet<>(List.of(min, max));
        if (min <= 0) {
            sizes.add(0L);
        }
        for (double decade = 1; decade <= max; decade *= 10) {
            for (double number : PREFERRED) {
                long size = Math.round(number * decade);
                if (size > min && size < max) {
                    sizes.add(size);
                }
            }
        }
        return new KnobScale(name, texts(sizes), true);
    }

    /** Numbers at equal distances from {@code min} to {@code max}. */
    public static KnobScale linear(String name, long min, long max) {
        requireRange(name, min, max);
        TreeSet<Long> sizes = new TreeSet<>();
        long steps = Math.min(LINEAR_STEPS, Math.max(1, max - min));
        for (long step = 0; step <= steps; step++) {
            sizes.add(Math.round(min + (double) (max - min) * step / steps));
        }
        return new KnobScale(name, texts(sizes), true);
    }

    /** The same with one more value in its place, such as what the service has today. */
    public KnobScale with(long size) {
        if (!ordered || values.contains(String.valueOf(size))) {
            return this;
        }
        TreeSet<Long> sizes = new TreeSet<>(List.of(size));
        values.forEach(value -> sizes.add(Long.valueOf(value)));
        return new KnobScale(name, texts(sizes), true);
    }

    /** The same with so many values at most: the smallest, the largest, and others at equal distances. Choices stay all. */
    public KnobScale thinned(int most) {
        if (most < 2) {
            throw new IllegalArgumentException("points: " + most + " (expected: >= 2)");
        }
        if (!ordered || values.size() <= most) {
            return this;
        }
        List<String> kept = new ArrayList<>();
        for (int point = 0; point < most; point++) {
            kept.add(values.get((int) Math.round((double) largest() * point / (most - 1))));
        }
        return new KnobScale(name, kept, true);
    }

    private static void requireRange(String name, long min, long max) {
        if (min > max) {
            throw new IllegalArgumentException(
                    "range of " + name + ": " + min + ".." + max + " (expected: min <= max)");
        }
    }

    private static List<String> texts(TreeSet<Long> sizes) {
        List<String> texts = new ArrayList<>();
        sizes.forEach(size -> texts.add(String.valueOf(size)));
        return texts;
    }

    int largest() {
        return values.size() - 1;
    }

    /** Where this value, or the nearest number, stands. */
    int indexOf(String value) {
        int exact = values.indexOf(value);
        if (exact >= 0 || !ordered) {
            return Math.max(0, exact);
        }
        double size = Double.parseDouble(value);
        double[] distances = values.stream()
                .mapToDouble(each -> Math.abs(Double.parseDouble(each) - size))
                .toArray();
        double nearest = Arrays.stream(distances).min().orElse(0);
        for (int index = 0; index < distances.length; index++) {
            if (distances[index] == nearest) {
                return index;
            }
        }
        return 0;
    }
}
