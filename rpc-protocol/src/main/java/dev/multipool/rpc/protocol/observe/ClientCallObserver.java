package dev.multipool.rpc.protocol.observe;

import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import org.jspecify.annotations.Nullable;

/**
 * Follows the calls of a client, one by one. A client without one pays a comparison per call.
 *
 * <p><b>Threads</b>: {@link #begins} is called by the thread that calls; what it returned by any. Neither must block or
 * throw; what is thrown all the same is told to the log once for each connection, and changes no call.
 */
@FunctionalInterface
public interface ClientCallObserver {
    /**
     * A call begins, on its caller's thread; a call that is refused at the door begins too, and ends at once.
     *
     * @param host of the server, as the client was told it
     * @return who follows this call; null when nobody does
     */
    @Nullable
    ObservedCall begins(RpcMethod<?, ?> method, String host, int port);

    /** One call that is followed. */
    interface ObservedCall {
        /** Adds what shall travel with the request, just before it is sent: trace ids, user fields. */
        void addTo(RpcMeta.Builder request);

        /**
         * The call is about to end, before its caller knows; by a race of an answer with a deadline or a cancellation twice,
         * and then the first end is the one to believe.
         *
         * @param failure null when it succeeded
         */
        void ended(@Nullable Throwable failure);
    }
}
