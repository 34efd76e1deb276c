package dev.multipool.bench.message;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Descriptors that can't be had, or that do not fit what is asked. Its message is one line that says what was expected. */
public final class SchemaException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final Problem problem;
    private final String found;
    private final String expected;

    /** What is wrong. */
    public enum Problem {
        /** The file of descriptors can't be read, is none, or lacks what it imports. */
        NO_DESCRIPTORS,
        /** The server has no reflection service. */
        NO_REFLECTION,
        NO_SERVICE,
        NO_METHOD,
        /** The method is not unary. */
        STREAMS,
        /** The JSON is no request of the method. */
        WRONG_MESSAGE
    }

    public SchemaException(Problem problem, String found, String expected) {
        this(problem, found, expected, null);
    }

    public SchemaException(Problem problem, String found, String expected, @Nullable Throwable cause) {
        super(found + " (expected: " + expected + ")", cause);
        this.problem = problem;
        this.found = found;
        this.expected = expected;
    }

    public Problem problem() {
        return problem;
    }

    /** What is there, for people. */
    public String found() {
        return found;
    }

    /** What should be there, for people. */
    public String expected() {
        return expected;
    }
}
