package dev.multipool.rpc.server.limits;

import dev.multipool.rpc.protocol.RpcException;
import org.jspecify.annotations.Nullable;

/**
 * Limits the calls in flight by what becomes of them. {@link AdaptiveDoor} is the server's own; another rule can stand
 * in its place.
 *
 * <p><b>Threads</b>: called by any, by several at once; must not block.
 */
public interface CallDoor {
    /** Lets a call in that arrived then; null when it must be turned away. What it throws turns the call away, too. */
    @Nullable
    Admitted tryAdmit(long arrivedNanos);

    /** Says which limit was reached, for a caller that was turned away. */
    String describeLimit();

    /**
     * A call that was let in. One thread at a time; {@link #end} comes at most once, then once {@link #leave} or {@link
     * #withdraw}. What one of them throws is logged, and costs the caller nothing.
     */
    interface Admitted {
        /** Its queue time is over. */
        void startService();

        /** Its answer is known; with null it succeeded. */
        void end(@Nullable RpcException failure);

        /** Its event loop has taken the answer. */
        void leave();

        /** Its answer goes nowhere: there is no event loop, or no memory, left. */
        void withdraw();
    }
}
