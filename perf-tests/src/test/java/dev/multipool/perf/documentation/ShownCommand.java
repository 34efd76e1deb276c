package dev.multipool.perf.documentation;

import java.nio.file.Path;
import java.util.List;

/**
 * A command that a document shows.
 *
 * @param document that shows it
 * @param text as one line
 * @param words as a shell would split it, without a prompt, environment variables before it, redirections and comments
 */
record ShownCommand(Path document, String text, List<String> words) {
    String program() {
        return words.get(0);
    }

    /** The words after this one; none when it is not there. */
    List<String> after(String word) {
        int index = words.indexOf(word);
        return index < 0 ? List.of() : words.subList(index + 1, words.size());
    }

    /** Whether it is for a project that the archetype has made. */
    boolean isOfGeneratedProject() {
        return document.startsWith(Path.of("archetype", "src"));
    }

    @Override
    public String toString() {
        return document + ": " + text;
    }
}
