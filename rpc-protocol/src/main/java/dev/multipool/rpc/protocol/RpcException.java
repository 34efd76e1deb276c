package dev.multipool.rpc.protocol;

import java.io.Serial;

/**
 * A call that failed with an error code. A handler throws it to choose the code of its answer; a client's call fails
 * with it, whether the server answered the code or the client raised it itself.
 */
public final class RpcException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int codeNumber;
    private final String text;

    /** A failure with one of our codes. The text goes to the other end: no stack trace, no secret. */
    public RpcException(RpcErrorCode code, String text) {
        this(code.number(), text);
    }

    /** A failure with any code, such as one that a foreign peer sent. */
    public RpcException(int codeNumber, String text) {
        // no stack trace: made per rejected call, and the place it is made at says nothing
        super(RpcErrorCode.nameOf(codeNumber) + ": " + text, null, false, false);
        this.codeNumber = codeNumber;
        this.text = text;
    }

    /** The error code as on the wire. */
    public int codeNumber() {
        return codeNumber;
    }

    /** The error text as on the wire. */
    public String text() {
        return text;
    }

    /** Whether this failure has the given code. */
    public boolean is(RpcErrorCode code) {
        return codeNumber == code.number();
    }
}
