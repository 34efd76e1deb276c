package dev.multipool.bench.app;

import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

/** The last figures as one character each, from 0 to the largest of them. */
final class Sparkline {
    private static final String BLOCKS = "▁▂▃▄▅▆▇█";
    private static final String PLAIN = "_.:-=+*#";

    private final int width;
    private final String levels;
    private final Deque<Double> figures = new ArrayDeque<>();

    /** Block characters where the charset has them, others where not. */
    Sparkline(int width, Charset charset) {
        this.width = width;
        this.levels = charset.newEncoder().canEncode(BLOCKS) ? BLOCKS : PLAIN;
    }

    /** The line with this figure at its end, filled up with blanks. */
    String add(double figure) {
        if (figures.size() == width) {
            figures.removeFirst();
        }
        figures.addLast(figure);
        double largest = figures.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        String drawn = figures.stream().map(each -> level(each, largest)).collect(Collectors.joining());
        return drawn + " ".repeat(width - drawn.length());
    }

    private String level(double figure, double largest) {
        int level = largest > 0 ? (int) Math.min(levels.length() - 1L, (long) (figure / largest * levels.length())) : 0;
        return levels.substring(level, level + 1);
    }
}
