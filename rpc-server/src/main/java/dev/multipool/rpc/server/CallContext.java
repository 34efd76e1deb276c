package dev.multipool.rpc.server;

import com.google.protobuf.ByteString;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.RpcFrame;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a handler may know of its call beside the request, and say beside the response.
 *
 * <p><b>Threads</b>: any; what one thread attaches is sent when it did so before the handler's answer was there.
 */
public final class CallContext {
    private final String method;
    private final SocketAddress caller;
    private final long deadlineNanos;
    private final ServerPools pools;
    private final NanoClock clock;
    private final @Nullable FollowedCall followed;
    private volatile ByteString attachment = ByteString.EMPTY;
    private volatile ByteString responseAttachment = ByteString.EMPTY;

    CallContext(
            String method,
            SocketAddress caller,
            long deadlineNanos,
            ServerPools pools,
            NanoClock clock,
            @Nullable FollowedCall followed) {
        this.method = method;
        this.caller = caller;
        this.deadlineNanos = deadlineNanos;
        this.pools = pools;
        this.clock = clock;
        this.followed = followed;
    }

    /** The method's full name, {@code package.Service/method}. */
    public String method() {
        return method;
    }

    /** The address that the call came from. */
    public SocketAddress caller() {
        return caller;
    }

    /** The bytes that came behind the request; empty when none did. They are a copy, and the handler's to keep. */
    public ByteString attachment() {
        return attachment;
    }

    /**
     * Sends these bytes behind the response, in place of those given before. Together they must fit the largest body that
     * the server sends. An error answer has none.
     */
    public void attach(ByteString bytes) {
        responseAttachment = bytes;
    }

    /** Takes the request's attachment out of the frame, which may be released afterwards. */
    void takeAttachment(RpcFrame frame) {
        if (frame.attachment().isReadable()) {
            attachment = frame.copyAttachment();
        }
    }

    /** Whether somebody follows the call. */
    boolean isFollowed() {
        return followed != null;
    }

    ByteString responseAttachment() {
        return responseAttachment;
    }

    /** When the caller stops waiting, on the server's nano clock. */
    public long deadlineNanos() {
        return deadlineNanos;
    }

    /**
     * One of the server's pools, for subtasks of the call. Who waits for them tells the builder so ({@link
     * RpcServerBuilder#waits}).
     *
     * @throws IllegalArgumentException when the server has no pool of that name
     */
    public MeasuredPool pool(String name) {
        return pools.get(name);
    }

    /**
     * Runs a step of the call on the calling thread, and lets who follows the call know that it is one. A stage of an
     * asynchronous handler runs on whatever thread ended the stage before. By itself that thread belongs to nobody's
     * trace.
     */
    public <T> T within(Supplier<T> step) {
        return followed == null ? step.get() : followed.within(step);
    }

    /** Time left until the deadline; zero when it has passed. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadlineNanos - clock.nanoTime()));
    }
}
