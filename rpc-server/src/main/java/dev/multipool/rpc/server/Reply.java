package dev.multipool.rpc.server;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcResponseMeta;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one answer to one admitted call. The first of {@link #success} and {@link #failure} wins, later ones do nothing;
 * with it the call leaves the limits and the calls in flight.
 *
 * <p><b>Threads</b>: any; the answer is encoded on the calling thread and written by the event loop.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write or close that fails is a connection that is gone: nobody is left to tell
final class Reply {
    private static final RpcResponseMeta SUCCESS = RpcResponseMeta.getDefaultInstance();

    private final ChannelHandlerContext ctx;
    private final long correlationId;
    private final FrameLimits limits;
    private final InFlightCalls inFlight;
    private final InFlightLimit serverLimit;
    private @Nullable InFlightLimit methodLimit;
    private final AtomicBoolean answered = new AtomicBoolean();

    Reply(
            ChannelHandlerContext ctx,
            long correlationId,
            FrameLimits limits,
            InFlightCalls inFlight,
            InFlightLimit serverLimit) {
        this.ctx = ctx;
        this.correlationId = correlationId;
        this.limits = limits;
        this.inFlight = inFlight;
        this.serverLimit = serverLimit;
    }

    /** Counts the call into its method's limit too, before any thread can answer it; tells whether it is within. */
    boolean enter(InFlightLimit limit) {
        methodLimit = limit;
        return limit.enter();
    }

    void success(Message response) {
        if (answered.compareAndSet(false, true)) {
            write(() -> successFrame(response));
        }
    }

    /** Answers with an error; tells whether this was the call's answer. */
    boolean failure(RpcException failure) {
        if (!answered.compareAndSet(false, true)) {
            return false;
        }
        write(() -> errorFrame(ctx, correlationId, failure));
        return true;
    }

    private ByteBuf successFrame(Message response) {
        RpcMeta meta = RpcMeta.newBuilder()
                .setResponse(SUCCESS)
                .setCorrelationId(correlationId)
                .build();
        long bodyBytes = FrameEncoder.bodyBytes(meta, response);
        if (bodyBytes > limits.maxBodyBytes()) {
            return errorFrame(
                    ctx,
                    correlationId,
                    new RpcException(
                            RpcErrorCode.EINTERNAL,
                            "response of " + bodyBytes + " bytes (expected: at most " + limits.maxBodyBytes() + ")"));
        }
        return FrameEncoder.encode(ctx.alloc(), meta, response);
    }

    /** An error answer outside of any admitted call. */
    static ByteBuf errorFrame(ChannelHandlerContext ctx, long correlationId, RpcException failure) {
        RpcMeta meta = RpcMeta.newBuilder()
                .setResponse(RpcResponseMeta.newBuilder()
                        .setErrorCode(failure.codeNumber())
                        .setErrorText(failure.text()))
                .setCorrelationId(correlationId)
                .build();
        return FrameEncoder.encode(ctx.alloc(), meta);
    }

    /**
     * Leaves the limits first: a caller that has its answer may send its next call at once, and must not find its last
     * one still counted. Leaves the calls in flight last: a drain that sees none may rely on every answer being on its
     * way to its connection.
     */
    private void write(Supplier<ByteBuf> frame) {
        leaveLimits();
        try {
            // a handler that outlived the server's drain finds its event loop ended: there is nobody to write to
            if (!ctx.executor().isShuttingDown()) {
                ctx.writeAndFlush(frame.get(), ctx.voidPromise());
            }
        } catch (Throwable t) {
            // not even an error can be told (no memory left, say): let the caller see a broken connection, not silence
            ctx.close();
            throw t;
        } finally {
            inFlight.exit();
        }
    }

    private void leaveLimits() {
        if (methodLimit != null) {
            methodLimit.exit();
        }
        serverLimit.exit();
    }
}
