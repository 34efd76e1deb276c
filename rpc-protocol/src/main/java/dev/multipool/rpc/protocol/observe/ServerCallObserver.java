package dev.multipool.rpc.protocol.observe;

import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Follows the calls of a server, one by one. A server without one pays a comparison per call.
 *
 * <p><b>Threads</b>: {@link #arrived} is called on the connection's event loop; what it returned by any thread. Neither must
 * block. What they throw is logged at a bounded rate and changes nothing for the call.
 */
@FunctionalInterface
public interface ServerCallObserver {
    /**
     * A call has arrived; neither limits nor its payload have been looked at.
     *
     * @param method what it asks for; null when the server has no such method
     * @param meta as it came, but for its correlation id: its ids, its user fields
     * @param caller the address that it came from
     * @return who follows this call; null when nobody does
     */
    @Nullable
    ObservedCall arrived(@Nullable RpcMethod<?, ?> method, RpcMeta meta, SocketAddress caller);

    /** One call that is followed. It ends once, by {@link #answered} or {@link #dropped}. */
    interface ObservedCall {
        /** The calling thread works for this call until the scope is closed, on the same thread. */
        Scope enter();

        /**
         * The call has its answer, which is handed to its connection next.
         *
         * @param code 0 for success
         * @param text what the caller is told when it failed; empty for success
         */
        void answered(int code, String text);

        /** The call ends without an answer: its connection, or the server, has ended. */
        void dropped();
    }

    /** A stretch of one thread's work. */
    interface Scope extends AutoCloseable {
        @Override
        void close();
    }
}
