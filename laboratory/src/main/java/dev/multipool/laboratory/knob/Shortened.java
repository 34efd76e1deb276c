package dev.multipool.laboratory.knob;

/** A text of others, cut to what fits a message of one line. */
final class Shortened {
    private static final int LONGEST = 120;

    private Shortened() {}

    static String of(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
