package dev.multipool.rpc.server.limits;

import dev.multipool.pools.RejectReason;
import dev.multipool.rpc.protocol.RpcErrorCode;

/** Why the server did not run a call, or did not let it finish in time: one reason per cause, each counted and answered. */
public enum CallRejection {
    /** The server is stopping; the call was not executed. */
    STOPPING(RpcErrorCode.ELOGOFF),
    /** The server stopped while the call ran: it may have had some effect. */
    STOPPED_IN_SERVICE(RpcErrorCode.EINTERNAL),
    /** As many calls are in flight as the server takes. */
    SERVER_FULL(RpcErrorCode.ELIMIT),
    /** As many calls of this method are in flight as it takes. */
    METHOD_FULL(RpcErrorCode.ELIMIT),
    /** As many calls are in flight as adaptive admission lets in to keep its objective, or the door in its place. */
    ADMISSION_FULL(RpcErrorCode.ELIMIT),
    /** The pool has no thread free and no queue. */
    POOL_FULL(RpcErrorCode.ELIMIT),
    /** The pool's queue is full. */
    QUEUE_FULL(RpcErrorCode.ELIMIT),
    /** The pool has no thread, and none can be started. */
    NO_THREAD(RpcErrorCode.ELIMIT),
    /** The caller does not take its answers: too much unsent data waits on its connection. */
    CROWDED(RpcErrorCode.EOVERCROWDED),
    /** The deadline passed before the call ran. */
    EXPIRED_IN_QUEUE(RpcErrorCode.ERPCTIMEDOUT),
    /** The deadline passed before an asynchronous handler's stage was complete. */
    EXPIRED_IN_SERVICE(RpcErrorCode.ERPCTIMEDOUT),
    /** A dependency that the call needs has as many calls under way as it may. */
    DEPENDENCY_FULL(RpcErrorCode.ELIMIT),
    /** A dependency that the call needs failed so often that it is left alone for a while. */
    DEPENDENCY_OPEN(RpcErrorCode.ELIMIT),
    /** A dependency that the call needs took too long. */
    DEPENDENCY_TIMED_OUT(RpcErrorCode.ERPCTIMEDOUT);

    private final RpcErrorCode code;

    CallRejection(RpcErrorCode code) {
        this.code = code;
    }

    /** The code that such a call is answered with. */
    public RpcErrorCode code() {
        return code;
    }

    /** The reason of a call that a pool did not take. */
    public static CallRejection of(RejectReason reason) {
        return switch (reason) {
            case POOL_FULL -> POOL_FULL;
            case QUEUE_FULL -> QUEUE_FULL;
            case QUEUE_EXPIRED -> EXPIRED_IN_QUEUE;
            case SHUT_DOWN -> STOPPING;
        };
    }
}
