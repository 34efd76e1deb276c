package dev.multipool.laboratory.description;

import java.util.Collection;
import java.util.Comparator;

/** Finds what somebody probably meant: the known word with the least Levenshtein distance. */
final class NearestWord {
    private NearestWord() {}

    static String of(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
                .orElseThrow(() -> new IllegalArgumentException("known: empty (expected: at least one word)"));
    }

    /** Whether a word is so near to a known one that it was probably meant: at most half of its letters differ. */
    static boolean isNear(String word, String known) {
        return distance(word, known) * 2 <= known.length();
    }

    /** Single-character insertions, deletions and replacements that turn one word into the other. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
