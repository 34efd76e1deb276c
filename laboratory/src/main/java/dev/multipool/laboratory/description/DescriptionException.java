package dev.multipool.laboratory.description;

/** A description can't be used. */
public final class DescriptionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient DescriptionError error;

    DescriptionException(DescriptionError error) {
        super(error.sentence());
        this.error = error;
    }

    /** What is wrong and where. */
    public DescriptionError error() {
        return error;
    }
}
