package dev.multipool.redis.source;

/** Why there can be no container; the message completes the sentence "no container: …". */
final class NoContainerException extends Exception {
    private static final long serialVersionUID = 1L;

    NoContainerException(String reason) {
        super(reason);
    }

    NoContainerException(String reason, Throwable cause) {
        super(reason, cause);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
