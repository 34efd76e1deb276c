package dev.multipool.rpc.protocol.payload;

import java.io.Serial;

/** A payload that can't be read or sent. The message says what was seen and what was expected; it begins with a verb. */
public final class PayloadException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    PayloadException(String message) {
        // no stack trace: a peer decides how often this is made
        super(message, null, false, false);
    }

    /** Never null, unlike other exceptions' messages. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
