package dev.multipool.rpc.server;

import dev.multipool.pools.PoolRejectedException;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;

/** What a caller is answered when a pool did not take its call. */
final class PoolAnswers {
    private PoolAnswers() {}

    static RpcException toAnswer(PoolRejectedException rejection) {
        RpcErrorCode code =
                switch (rejection.reason()) {
                    case POOL_FULL, QUEUE_FULL -> RpcErrorCode.ELIMIT;
                    case QUEUE_EXPIRED -> RpcErrorCode.ERPCTIMEDOUT;
                    case SHUT_DOWN -> RpcErrorCode.ELOGOFF;
                };
        return new RpcException(code, rejection.getMessage());
    }
}
