package dev.multipool.laboratory.proposal;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes texts so that YAML, and the split of a command into words, give back the same. */
final class YamlText {
    private static final String PLAIN_WORD = "[A-Za-z0-9_./:=,@%+{}*\\-]+";
    private static final String PLAIN_SCALAR = "[A-Za-z/][A-Za-z0-9_./=:{}-]*(?<!:)";
    private static final String LITERAL_IN_YAML = "(?i)true|false|null|yes|no|on|off";

    private YamlText() {}

    /** Words as one command. */
    static String command(List<String> words) {
        return words.stream().map(YamlText::word).collect(Collectors.joining(" "));
    }

    private static String word(String word) {
        if (word.matches(PLAIN_WORD)) {
            return word;
        }
        return word.contains("'") ? '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"' : "'" + word + "'";
    }

    /** A value of a block map. */
    static String scalar(String text) {
        boolean plain = text.lines().count() == 1
                && List.of(text.split(" ", -1)).stream().allMatch(part -> part.matches("[A-Za-z0-9_./=:{}-]+(?<!:)"))
                && text.matches("[A-Za-z/].*")
                && !text.matches(LITERAL_IN_YAML);
        return plain ? text : quoted(text);
    }

    /** A value of a flow map, which commas and braces would end. */
    static String flowScalar(String text) {
        return text.matches(PLAIN_SCALAR) && !text.matches(".*[{}:].*") && !text.matches(LITERAL_IN_YAML)
                ? text
                : quoted(text);
    }

    private static String quoted(String text) {
        return text.chars().allMatch(c -> c >= ' ' && c < 0x7f)
                ? "'" + text.replace("'", "''") + "'"
                : '"' + text.codePoints().mapToObj(YamlText::escaped).collect(Collectors.joining()) + '"';
    }

    private static String escaped(int c) {
        if (c == '"' || c == '\\') {
            return "\\" + (char) c;
        }
        return c >= ' ' && c < 0x7f ? Character.toString(c) : String.format(Locale.ROOT, "\\U%08X", c);
    }
}
