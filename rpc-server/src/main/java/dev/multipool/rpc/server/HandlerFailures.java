package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.journal.LogKind;
import dev.multipool.rpc.server.journal.RateLimitedLog;
import dev.multipool.rpc.server.limits.CallRejectedException;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.rpc.server.limits.RejectionCounts;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what a handler threw into what the caller may know: a code and a text, never a message or a stack trace. */
final class HandlerFailures {
    private static final Logger log = LoggerFactory.getLogger(HandlerFailures.class);

    /** Made beforehand: where it is needed there may be no memory to make it. */
    private final RpcException noWords = new RpcException(RpcErrorCode.EINTERNAL, "the call failed");

    private final RateLimitedLog limited;
    private final RejectionCounts rejections;

    HandlerFailures(RateLimitedLog limited, RejectionCounts rejections) {
        this.limited = limited;
        this.rejections = rejections;
    }

    /** Never throws, whatever was thrown: a call ends with what this returns. */
    RpcException toAnswer(String method, Throwable thrown) {
        try {
            return answer(method, thrown);
        } catch (Throwable unspeakable) {
            return noWords;
        }
    }

    private RpcException answer(String method, Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof RpcException chosen) {
            if (chosen.is(RpcErrorCode.EINTERNAL)) {
                limited.warn(LogKind.CALL_FAILED, log, () -> method + ": " + chosen.text() + describeCause(chosen));
            }
            return chosen;
        }
        if (cause instanceof CallRejectedException rejected) {
            return rejections.reject(rejected.reason(), String.valueOf(rejected.getMessage()));
        }
        if (cause instanceof InterruptedException) {
            // a pool interrupts what runs when it stops, and never else
            return rejections.reject(CallRejection.STOPPED_IN_SERVICE, "the server stopped while " + method + " ran");
        }
        limited.warnOfFailure(LogKind.HANDLER_FAILED, log, () -> method + ": handler failed", cause);
        return new RpcException(
                RpcErrorCode.EINTERNAL,
                method + ": handler failed (" + cause.getClass().getSimpleName() + ")");
    }

    /** What a caller is not told. */
    private static String describeCause(RpcException chosen) {
        Throwable cause = chosen.getCause();
        return cause == null ? "" : " (" + cause.getMessage() + ")";
    }

    /** Tells of what went wrong beside a call, which ends all the same. */
    void warnBeside(String what, Throwable thrown) {
        limited.warnOfFailure(LogKind.BESIDE_CALL_FAILED, log, () -> what, thrown);
    }
}
