package dev.multipool.rpc.server.app.failure;

import dev.multipool.pools.JoinException;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.RejectReason;
import dev.multipool.pools.TaskNotRunException;
import dev.multipool.redis.RedisUnavailableException;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.CallContext;
import dev.multipool.rpc.server.limits.CallRejectedException;
import dev.multipool.rpc.server.limits.CallRejection;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Turns what stopped a step, however deep in the nest, into what the handler throws. That is a rejection, which the
 * server counts by its reason, or a code and a text.
 */
public final class ServiceFailures {
    private ServiceFailures() {}

    /** What the handler throws for a failure. */
    public static RuntimeException toAnswer(Throwable thrown, CallContext call) {
        @Nullable Throwable cause = thrown.getCause();
        if (thrown instanceof RpcException || thrown instanceof CallRejectedException) {
            return (RuntimeException) thrown;
        }
        if (cause != null && (thrown instanceof CompletionException || thrown instanceof ExecutionException)) {
            return toAnswer(cause, call);
        }
        if (thrown instanceof JoinException join) {
            return join.reason() == JoinException.Reason.TIMED_OUT || cause == null
                    ? newRejection(CallRejection.EXPIRED_IN_SERVICE, join)
                    : toAnswer(cause, call);
        }
        if (thrown instanceof PoolRejectedException full) {
            // what was not even begun counts as ELOGOFF; a call whose subtask was turned away had begun
            return newRejection(
                    full.reason() == RejectReason.SHUT_DOWN
                            ? CallRejection.STOPPED_IN_SERVICE
                            : CallRejection.of(full.reason()),
                    full);
        }
        if (thrown instanceof TaskNotRunException notRun && notRun.reason() != NotRunReason.SKIPPED) {
            return newRejection(
                    switch (notRun.reason()) {
                        case EXPIRED -> CallRejection.EXPIRED_IN_QUEUE;
                        case NO_THREAD -> CallRejection.NO_THREAD;
                        case CANCELLED, DROPPED, SKIPPED -> CallRejection.STOPPED_IN_SERVICE;
                    },
                    notRun);
        }
        if (cause instanceof InterruptedException || thrown instanceof InterruptedException) {
            return newRejection(
                    CallRejection.STOPPED_IN_SERVICE, "the server stopped while " + call.method() + " ran", thrown);
        }
        return new RpcException(code(thrown, call), text(thrown, call), thrown);
    }

    private static CallRejectedException newRejection(CallRejection reason, Throwable cause) {
        return newRejection(reason, String.valueOf(cause.getMessage()), cause);
    }

    private static CallRejectedException newRejection(CallRejection reason, String text, Throwable cause) {
        return new CallRejectedException(reason, text, cause);
    }

    private static RpcErrorCode code(Throwable thrown, CallContext call) {
        boolean redisTimeout = thrown instanceof RedisUnavailableException redis
                && redis.reason() == RedisUnavailableException.Reason.TIMEOUT;
        return thrown instanceof TimeoutException
                        || (redisTimeout && call.remaining().isZero())
                ? RpcErrorCode.ERPCTIMEDOUT
                : RpcErrorCode.EINTERNAL;
    }

    /** Callers need not know where Redis is or what it says: that is for the log. */
    private static String text(Throwable thrown, CallContext call) {
        return thrown instanceof RedisUnavailableException redis
                ? textFor(redis.reason())
                : call.method() + ": subtask failed (" + thrown.getClass().getSimpleName() + ")";
    }

    private static String textFor(RedisUnavailableException.Reason reason) {
        return switch (reason) {
            case TIMEOUT -> "redis: no answer in time";
            case DISCONNECTED -> "redis: not connected";
            case QUEUE_FULL -> "redis: as many reads wait as may";
            case BAD_VALUE -> "redis: a stored value is not what it should be";
            case OTHER -> "redis: the read failed";
        };
    }
}
