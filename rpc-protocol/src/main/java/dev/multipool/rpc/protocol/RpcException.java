package dev.multipool.rpc.protocol;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A call that failed with an error code. A handler throws it to choose the code of its answer; a client's call fails
 * with it, whether the server answered the code or the client raised it itself.
 */
public final class RpcException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int codeNumber;
    private final String text;
    private final boolean notSent;

    /** A failure with one of our codes. The text goes to the other end: no stack trace, no secret. */
    public RpcException(RpcErrorCode code, String text) {
        this(code.number(), text);
    }

    /** As {@link #RpcException(RpcErrorCode, String)}, with the reason for our own log: it never goes to the other end. */
    public RpcException(RpcErrorCode code, String text, Throwable cause) {
        this(code.number(), text, false, cause);
    }

    /** A failure with any code, such as one that a foreign peer sent. */
    public RpcException(int codeNumber, String text) {
        this(codeNumber, text, false, null);
    }

    private RpcException(int codeNumber, String text, boolean notSent, @Nullable Throwable cause) {
        // no stack trace: made per rejected call, and the place it is made at says nothing
        super(RpcErrorCode.nameOf(codeNumber) + ": " + text, cause, false, false);
        this.codeNumber = codeNumber;
        this.text = text;
        this.notSent = notSent;
    }

    /** A failure of a call of which no byte was sent. */
    public static RpcException notSent(RpcErrorCode code, String text) {
        return new RpcException(code.number(), text, true, null);
    }

    /** The error code as on the wire. */
    public int codeNumber() {
        return codeNumber;
    }

    /** The error text as on the wire. */
    public String text() {
        return text;
    }

    /**
     * Whether the call was surely not executed, so that it may be sent again, elsewhere: it was never sent, or its server
     * answered ELOGOFF, which a server does instead of executing a call. False says nothing: the call may have been
     * executed or not.
     */
    public boolean isNotExecuted() {
        return notSent || is(RpcErrorCode.ELOGOFF);
    }

    /** Whether this failure has the given code. */
    public boolean is(RpcErrorCode code) {
        return codeNumber == code.number();
    }
}
