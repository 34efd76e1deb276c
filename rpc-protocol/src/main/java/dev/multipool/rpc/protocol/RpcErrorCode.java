package dev.multipool.rpc.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The error codes that we put on the wire or raise locally. Numbers and names are those of Apache brpc's
 * {@code errno.proto}, so that its clients understand them.
 */
public enum RpcErrorCode {
    /** No such service. */
    ENOSERVICE(1001),
    /** No such method. */
    ENOMETHOD(1002),
    /** The request cannot be parsed or is not allowed. */
    EREQUEST(1003),
    /** Missing or wrong credential. */
    ERPCAUTH(1004),
    /** The deadline passed, while queued or while running. */
    ERPCTIMEDOUT(1008),
    /** The connection broke, or could not be made; raised by the client, never sent. */
    EFAILEDSOCKET(1009),
    /** Too much unsent data on the connection. */
    EOVERCROWDED(1011),
    /** The handler failed. */
    EINTERNAL(2001),
    /** The response cannot be parsed; raised by the client, never sent. */
    ERESPONSE(2002),
    /** The server is stopping and did not execute the call; try another. */
    ELOGOFF(2003),
    /** A pool, a queue or a limit is full: rejected, not executed. */
    ELIMIT(2004),
    /** The client was closed by its owner; raised by the client, never sent. */
    ECLOSE(2005);

    private final int number;

    RpcErrorCode(int number) {
        this.number = number;
    }

    /** The number on the wire. */
    public int number() {
        return number;
    }

    /** The code with this number, or null when it is none of ours (a peer may send others). */
    public static @Nullable RpcErrorCode forNumber(int number) {
        for (RpcErrorCode code : values()) {
            if (code.number == number) {
                return code;
            }
        }
        return null;
    }

    /** A name for any number, ours or a peer's: {@code ELIMIT}, {@code code 112}. */
    public static String nameOf(int number) {
        RpcErrorCode code = forNumber(number);
        return code != null ? code.name() : "code " + number;
    }
}
