package dev.multipool.laboratory.result;

/** A result.json that is not what its schema says; the message is one line with the place and what was expected. */
public final class InvalidResultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidResultException(String message) {
        super(message);
    }
}
