package dev.multipool.pools.internal.config;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;

/** A configuration as one short string: a kind, then {@code key=value} pairs, for example {@code fixed:threads=4,queue=9}. */
public final class SpecText {

    private SpecText() {}

    /** The word before the colon. */
    public static String kind(String spec) {
        int colon = spec.indexOf(':');
        return colon < 0 ? spec : spec.substring(0, colon);
    }

    /** Hands over one key and its value after the other, each key once. */
    public static void forEachPair(String spec, BiConsumer<String, String> reader) {
        int colon = spec.indexOf(':');
        if (colon < 0 || spec.substring(colon + 1).isBlank()) {
            return;
        }
        Set<String> seen = new HashSet<>();
        for (String pair : spec.substring(colon + 1).split(",", -1)) {
            readPair(pair.trim(), seen, reader);
        }
    }

    private static void readPair(String pair, Set<String> seen, BiConsumer<String, String> reader) {
        int equals = pair.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("spec: " + pair + " (expected: key=value)");
        }
        String key = pair.substring(0, equals).trim();
        if (!seen.add(key)) {
            throw new IllegalArgumentException("spec: " + key + " (expected: once)");
        }
        reader.accept(key, pair.substring(equals + 1).trim());
    }

    /** Reads a value that is a whole number. */
    public static int number(String key, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + ": " + value + " (expected: a whole number)", e);
        }
    }
}
