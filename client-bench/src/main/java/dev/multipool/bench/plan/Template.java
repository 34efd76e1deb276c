package dev.multipool.bench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with placeholders {@code {NAME}}. Other braces stand for themselves, so JSON needs no escapes.
 *
 * @param texts what stands before the first placeholder, between two, and after the last; one more than {@code names}
 * @param names of the placeholders, in their order
 */
public record Template(List<String> texts, List<String> names) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_-]*)}");

    public Template {
        texts = List.copyOf(texts);
        names = List.copyOf(names);
    }

    public static Template parse(String text) {
        List<String> texts = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Matcher placeholder = PLACEHOLDER.matcher(text);
        int from = 0;
        while (placeholder.find()) {
            texts.add(text.substring(from, placeholder.start()));
            names.add(placeholder.group(1));
            from = placeholder.end();
        }
        texts.add(text.substring(from));
        return new Template(texts, names);
    }

    /** The names of the placeholders in a text. */
    public static Set<String> namesIn(String text) {
        return new TreeSet<>(parse(text).names());
    }
}
