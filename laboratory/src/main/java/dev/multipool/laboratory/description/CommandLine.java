package dev.multipool.laboratory.description;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command as a shell would, by its simple rules: white space parts words; {@code '…'} keeps all as it is; in
 * {@code "…"} and outside of quotes a backslash keeps the next character. There are no variables, globs or pipes: for
 * those the command is {@code sh -c '…'}.
 */
public final class CommandLine {
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;

    private CommandLine() {}

    /**
     * Splits it.
     *
     * @throws IllegalArgumentException when a quote does not end
     */
    public static List<String> split(String command) {
        return new CommandLine().wordsOf(command);
    }

    private List<String> wordsOf(String command) {
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (c == '\\' && quote != '\'' && i + 1 < command.length()) {
                i++;
                append(command.charAt(i));
            } else if (quote != 0 && c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
                inWord = true;
            } else if (quote == 0 && Character.isWhitespace(c)) {
                endWord();
            } else {
                append(c);
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("a quote that does not end (expected: another " + quote + ")");
        }
        endWord();
        return List.copyOf(words);
    }

    private void append(char c) {
        word.append(c);
        inWord = true;
    }

    private void endWord() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }
}
