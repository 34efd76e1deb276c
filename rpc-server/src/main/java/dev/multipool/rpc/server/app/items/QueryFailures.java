package dev.multipool.rpc.server.app.items;

import dev.multipool.pools.JoinException;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.RejectReason;
import dev.multipool.pools.TaskNotRunException;
import dev.multipool.redis.RedisUnavailableException;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.CallContext;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Turns what stopped a step, however deep in the nest, into the code and text of the answer. */
public final class QueryFailures {
    private QueryFailures() {}

    /** What the caller gets to know of a failure. */
    public static RpcException toAnswer(Throwable thrown, CallContext call) {
        @Nullable Throwable cause = thrown.getCause();
        if (thrown instanceof RpcException chosen) {
            return chosen;
        }
        if (cause != null && (thrown instanceof CompletionException || thrown instanceof ExecutionException)) {
            return toAnswer(cause, call);
        }
        if (thrown instanceof JoinException join) {
            return join.reason() == JoinException.Reason.TIMED_OUT || cause == null
                    ? new RpcException(RpcErrorCode.ERPCTIMEDOUT, String.valueOf(join.getMessage()))
                    : toAnswer(cause, call);
        }
        RpcErrorCode code = code(thrown, call);
        return new RpcException(
                code,
                tellsItself(thrown)
                        ? String.valueOf(thrown.getMessage())
                        : call.method() + ": subtask failed ("
                                + thrown.getClass().getSimpleName() + ")");
    }

    /** Only messages of ours go to the other end. */
    private static boolean tellsItself(Throwable thrown) {
        return thrown instanceof PoolRejectedException
                || thrown instanceof TaskNotRunException
                || thrown instanceof RedisUnavailableException;
    }

    private static RpcErrorCode code(Throwable thrown, CallContext call) {
        if (thrown instanceof PoolRejectedException rejected) {
            return rejected.reason() == RejectReason.SHUT_DOWN ? RpcErrorCode.ELOGOFF : RpcErrorCode.ELIMIT;
        }
        if (thrown instanceof TaskNotRunException notRun) {
            return notRun.reason() == NotRunReason.EXPIRED ? RpcErrorCode.ERPCTIMEDOUT : RpcErrorCode.ELOGOFF;
        }
        boolean redisTimeout = thrown instanceof RedisUnavailableException redis
                && redis.reason() == RedisUnavailableException.Reason.TIMEOUT;
        boolean outOfTime = thrown instanceof TimeoutException
                || (redisTimeout && call.remaining().isZero());
        return outOfTime ? RpcErrorCode.ERPCTIMEDOUT : RpcErrorCode.EINTERNAL;
    }
}
