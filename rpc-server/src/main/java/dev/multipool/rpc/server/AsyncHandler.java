package dev.multipool.rpc.server;

import java.util.concurrent.CompletionStage;

/**
 * Answers a call later, from whatever thread completes the stage. It is called on the connection's event loop, so it
 * must not block: it would hold up every call of every connection of that loop.
 *
 * @param <ReqT> the request message
 * @param <ResT> the response message
 */
@FunctionalInterface
public interface AsyncHandler<ReqT, ResT> {
    /**
     * Starts to compute the answer. A stage that completes with an {@link dev.multipool.rpc.protocol.RpcException}
     * chooses the error code and text of the answer. Any other failure is answered with EINTERNAL, and so is what this
     * throws, an error too.
     */
    CompletionStage<ResT> handle(ReqT request, CallContext call) throws Exception;
}
