package dev.multipool.rpc.client;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcMethod;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;

/**
 * One connection of a client, for callers that want to stay on one. Most callers want {@link RpcClient#call}, which
 * picks a live connection.
 *
 * <p><b>Threads</b>: safe for all. A call that was sent completes on this channel's {@link #eventLoop()}, whatever its
 * outcome, so a completion must not block; it may send the next call, which then needs no hand-off. A call that is
 * refused at the door (pending limit, not connected, closed) completes before {@link #call} returns: a caller that
 * answers a failure with a next call must go through {@link #eventLoop()}, or its stack grows.
 */
public interface RpcChannel {
    /**
     * Sends one call.
     *
     * @param timeout the deadline, sent along as {@code timeout_ms} and enforced here; 1 ns to {@link
     *     Integer#MAX_VALUE} ms
     * @return the answer, or a failure with an {@link dev.multipool.rpc.protocol.RpcException}; cancelling it frees its
     *     pending slot
     * @throws IllegalArgumentException when the timeout is out of bounds
     */
    <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout);

    /**
     * Sends one call with bytes behind its request, and completes with the response and the bytes behind it, as {@link
     * #call} does.
     */
    <Q extends Message, R extends Message> CompletableFuture<Attached<R>> callAttached(
            RpcMethod<Q, R> method, Attached<Q> request, Duration timeout);

    /** The one thread on which calls of this channel complete. It belongs to the client: never shut it down. */
    ScheduledExecutorService eventLoop();

    /** Whether it is connected at this moment; calls fail at once while it is not. */
    boolean isConnected();
}
