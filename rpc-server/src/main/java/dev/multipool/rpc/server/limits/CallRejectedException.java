package dev.multipool.rpc.server.limits;

import java.io.Serial;

/**
 * A handler throws it when a limit behind it did not let the call through. The server answers with the reason's code
 * and counts it. Cheap: without a stack trace.
 */
public final class CallRejectedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final CallRejection reason;

    /** The message goes to the caller: it names the limit and its value. */
    public CallRejectedException(CallRejection reason, String message, Throwable cause) {
        super(message, cause, false, false);
        this.reason = reason;
    }

    public CallRejection reason() {
        return reason;
    }
}
