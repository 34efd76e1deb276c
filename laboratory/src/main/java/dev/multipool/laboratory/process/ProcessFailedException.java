package dev.multipool.laboratory.process;

/** A process of the laboratory that ended or fell silent against its contract; the message ends with its last output. */
public class ProcessFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** What it did. */
    public enum Kind {
        /** A service that did not start, or never got ready. */
        NOT_STARTED,
        /** A service that runs, but does not take its settings. */
        NOT_SET,
        /** A service that ended on its own. */
        ENDED,
        /** A service that runs, but answers no more. */
        SILENT,
        /** A service that printed more than can be read beside a load. */
        FLOODED,
        /** Anything else, and any other process. */
        OTHER
    }

    public ProcessFailedException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public ProcessFailedException(String message) {
        this(Kind.OTHER, message);
    }

    /** Programs decide by it. */
    public Kind kind() {
        return kind;
    }
}
