package dev.multipool.laboratory.run;

import dev.multipool.laboratory.process.ProcessFailedException;
import java.util.List;

/** A program that is not ours could not make its load, or what it tells of it can't be read. */
public final class LoadFailedException extends ProcessFailedException {
    private static final long serialVersionUID = 1L;

    private final String command;
    private final String found;
    private final String expected;

    /**
     * What came of it.
     *
     * @param words of its command
     * @param found what is there
     * @param expected what should be
     */
    public LoadFailedException(List<String> words, String found, String expected) {
        super("load by '" + String.join(" ", words) + "': " + found + " (expected: " + expected + ")");
        this.command = String.join(" ", words);
        this.found = found;
        this.expected = expected;
    }

    public String command() {
        return command;
    }

    public String found() {
        return found;
    }

    public String expected() {
        return expected;
    }
}
