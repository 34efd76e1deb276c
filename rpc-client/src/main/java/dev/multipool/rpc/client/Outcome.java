package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import org.jspecify.annotations.Nullable;

/** What the end of a call says about its server. */
enum Outcome {
    /** It serves, even if what was asked for is wrong. */
    ANSWERED,
    /** It fails: the connection broke, no answer came in time, or one that says that the handler failed. */
    FAULT,
    /** It, or the connection to it, is full. */
    FULL,
    /** It stops. */
    LEAVING,
    /** Nothing: the call was cancelled, or never left. */
    NOTHING;

    static Outcome of(@Nullable Throwable failure) {
        if (failure == null) {
            return ANSWERED;
        }
        if (!(failure instanceof RpcException rpc)) {
            return NOTHING;
        }
        RpcErrorCode code = RpcErrorCode.forNumber(rpc.codeNumber());
        if (code == null) {
            // a handler's own
            return ANSWERED;
        }
        return switch (code) {
            case ELOGOFF -> LEAVING;
            case ELIMIT, EOVERCROWDED -> FULL;
            case EFAILEDSOCKET -> rpc.isNotExecuted() ? NOTHING : FAULT;
            case ERPCTIMEDOUT, EINTERNAL, ERESPONSE -> FAULT;
            case ECLOSE -> NOTHING;
            case ENOSERVICE, ENOMETHOD, EREQUEST, ERPCAUTH -> ANSWERED;
        };
    }
}
