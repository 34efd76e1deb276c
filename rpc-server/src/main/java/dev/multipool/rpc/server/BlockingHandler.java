package dev.multipool.rpc.server;

/**
 * Answers a call on a thread of the pool that the method was registered with; it may block.
 *
 * @param <ReqT> the request message
 * @param <ResT> the response message
 */
@FunctionalInterface
public interface BlockingHandler<ReqT, ResT> {
    /**
     * Computes the answer.
     *
     * @throws dev.multipool.rpc.protocol.RpcException to choose the error code and text of the answer
     * @throws Exception anything else, an error too, is answered with EINTERNAL, without its message
     */
    ResT handle(ReqT request, CallContext call) throws Exception;
}
