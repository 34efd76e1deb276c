package dev.multipool.laboratory.description;

import dev.multipool.laboratory.result.KnobWay;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts with placeholders {@code {NAME}}: {@code {port}} for the service's port, a knob's name for its value. Other braces
 * stand for themselves, also those of a shell's {@code ${NAME}}.
 */
public final class Placeholders {
    /** The port that was chosen for a start. */
    public static final String PORT = "port";

    /** All system properties of a start, one {@code -DNAME=VALUE} each. */
    public static final String PROPERTIES = "properties";

    /** What a knob is set to, in the request that sets it. */
    public static final String VALUE = KnobWay.Http.VALUE;

    static final Set<String> RESERVED = Set.of(PORT, PROPERTIES, VALUE);

    static final String NAME = "[A-Za-z][A-Za-z0-9_-]*";

    private static final Pattern PLACEHOLDER = Pattern.compile("(?<!\\$)\\{(" + NAME + ")}");

    private Placeholders() {}

    /** Puts values in; a placeholder without one stays as it is. */
    public static String fill(String text, Map<String, String> values) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
    }

    /** The names of the placeholders in a text. */
    static Set<String> namesIn(String text) {
        Set<String> names = new TreeSet<>();
        PLACEHOLDER.matcher(text).results().forEach(found -> names.add(found.group(1)));
        return names;
    }
}
