package dev.multipool.bench.message;

import java.io.Serial;

/** Descriptors that can't be had, or that do not fit what is asked. Its message is one line that says what was expected. */
public final class SchemaException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final Problem problem;

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

    public SchemaException(Problem problem, String text) {
        super(text);
        this.problem = problem;
    }

    public SchemaException(Problem problem, String text, Throwable cause) {
        super(text, cause);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
