package dev.multipool.rpc.server;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcMethod;

/** A method and what answers it. */
sealed interface MethodBinding {
    RpcMethod<?, ?> method();

    /** Answered on the threads of a pool. */
    record Blocking<ReqT extends Message, ResT extends Message>(
            RpcMethod<ReqT, ResT> method, String poolName, BlockingHandler<ReqT, ResT> handler)
            implements MethodBinding {}

    /** Answered by a stage that starts on the event loop. */
    record Async<ReqT extends Message, ResT extends Message>(
            RpcMethod<ReqT, ResT> method, AsyncHandler<ReqT, ResT> handler) implements MethodBinding {}
}
