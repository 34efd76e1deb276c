package dev.multipool.perf.documentation;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Splits a line as a shell does, as far as documents need it. */
final class ShellWords {
    private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");
    private static final Pattern VARIABLE = Pattern.compile("[A-Z_]+=.*");

    private ShellWords() {}

    /** The command's words: up to a comment, a pipe or a redirection, without variables before it. */
    static List<String> of(String line) {
        return WORD.matcher(line)
                .results()
                .map(word -> word.group())
                .takeWhile(word -> !word.startsWith("#") && !word.equals("|") && !word.equals(">"))
                .dropWhile(word -> VARIABLE.matcher(word).matches())
                .map(ShellWords::unquoted)
                .toList();
    }

    private static String unquoted(String word) {
        return QUOTED.matcher(word)
                .replaceAll(match -> Matcher.quoteReplacement(Stream.of(match.group(1), match.group(2))
                        .filter(text -> text != null)
                        .findFirst()
                        .orElse("")));
    }
}
