package dev.multipool.rpc.server.connection;

import dev.multipool.rpc.protocol.FrameException;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.journal.LogKind;
import dev.multipool.rpc.server.journal.RateLimitedLog;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of every connection's pipeline: reads no further while the peer does not read, and closes what can't go on.
 *
 * <p><b>Threads</b>: one instance for all connections; called on their event loops.
 */
@Sharable
@SuppressWarnings("FutureReturnValueIgnored") // as in Reply: a failed write or close has nobody to tell
public final class ConnectionGuard extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(ConnectionGuard.class);

    private final RateLimitedLog limited;
    private final ConnectionEnds ends;
    private final LongAdder brokenStreams = new LongAdder();

    ConnectionGuard(RateLimitedLog limited, ConnectionEnds ends) {
        this.limited = limited;
        this.ends = ends;
    }

    public long brokenStreams() {
        return brokenStreams.sum();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        ctx.channel().config().setAutoRead(ctx.channel().isWritable());
        ctx.fireChannelWritabilityChanged();
    }

    /** The handler of TLS closes the connection itself, and tells of its failure as an exception too. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
            ends.countClosed(
                    ctx.channel(),
                    ConnectionEnd.TLS_FAILED,
                    "no TLS: " + handshake.cause().getMessage());
        }
        ctx.fireUserEventTriggered(event);
    }

    /** Closes the connection, whatever its failure and the telling of it throw in turn. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        boolean closesLater = false;
        try {
            closesLater = tell(ctx, cause);
        } catch (Throwable t) {
            limited.warnOfFailure(
                    LogKind.CONNECTION_CARE_FAILED,
                    log,
                    () -> ctx.channel().remoteAddress() + ": a failed connection",
                    t);
        }
        if (!closesLater) {
            ctx.close();
        }
    }

    /** Tells of the failure; whether the peer is told too, after which the connection closes. */
    private boolean tell(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof FrameException broken) {
            brokenStreams.increment();
            limited.warn(
                    LogKind.BROKEN_STREAM,
                    log,
                    () -> ctx.channel().remoteAddress() + ": not baidu_std, connection closed: " + broken.getMessage());
            if (broken.correlationId() != FrameException.NO_CORRELATION_ID) {
                RpcException answer = new RpcException(RpcErrorCode.EREQUEST, String.valueOf(broken.getMessage()));
                ctx.writeAndFlush(ErrorFrames.encode(ctx.alloc(), broken.correlationId(), answer))
                        .addListener(ChannelFutureListener.CLOSE);
                return true;
            }
        } else if (cause instanceof IOException || cause.getCause() instanceof SSLException) {
            log.debug("{}: connection lost: {}", ctx.channel().remoteAddress(), cause.getMessage());
        } else {
            limited.warnOfFailure(
                    LogKind.CONNECTION_FAILED, log, () -> ctx.channel().remoteAddress() + ": connection closed", cause);
        }
        return false;
    }
}
