package dev.multipool.laboratory.description;

/**
 * What is wrong in a description.
 *
 * @param file its name
 * @param line in it, from 1
 * @param key with the keys above it, such as {@code knobs.tomcat.range}; empty for the whole file
 * @param found what stands there
 * @param expected what should, such as the nearest valid key; empty where {@code found} says it, too
 */
public record DescriptionError(String file, int line, String key, String found, String expected) {
    /** One line that names the place, what is there, and what was expected. */
    public String sentence() {
        return file + ":" + line + ": " + (key.isEmpty() ? "" : key + ": ") + found
                + (expected.isEmpty() ? "" : " (expected: " + expected + ")");
    }
}
