package dev.multipool.rpc.protocol;

import java.io.Serial;

/**
 * A byte stream that is no longer baidu_std: where the next frame begins is unknown, so the connection must be closed.
 */
public final class FrameException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** Stands for "the frame did not get as far as telling its correlation id". */
    public static final long NO_CORRELATION_ID = 0;

    private final long correlationId;

    FrameException(String message, long correlationId) {
        // no stack trace: a hostile peer decides how often this is made
        super(message, null, false, false);
        this.correlationId = correlationId;
    }

    /** The id to answer before closing, or {@link #NO_CORRELATION_ID}. */
    public long correlationId() {
        return correlationId;
    }
}
