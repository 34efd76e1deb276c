package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.FrameException;
import dev.multipool.rpc.protocol.RpcFrame;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a connection what happens to its current channel. One per channel. */
@SuppressWarnings("FutureReturnValueIgnored") // a close that fails has nobody to tell
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(ConnectionHandler.class);

    private final RpcConnection connection;
    private final boolean tls;
    private String downReason = "closed by the server";
    private boolean up;

    ConnectionHandler(RpcConnection connection, boolean tls) {
        this.connection = connection;
        this.tls = tls;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (!tls) {
            up(ctx);
        }
    }

    /** With TLS a connection is of use from the end of the handshake on. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                up(ctx);
            } else {
                downReason = "TLS: " + reasonOf(handshake.cause());
            }
        }
    }

    private void up(ChannelHandlerContext ctx) {
        up = true;
        connection.onUp(ctx.channel());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        RpcFrame frame = (RpcFrame) message;
        try {
            connection.onFrame(frame);
        } finally {
            frame.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (up) {
            connection.onDown(downReason);
        } else {
            connection.onFailed(downReason);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (up || !tls) {
            downReason = reasonOf(cause);
        }
        log.debug("{} is closed", ctx.channel(), cause);
        if (cause instanceof FrameException frameException) {
            connection.onFrameException(frameException);
        }
        ctx.close();
    }

    /** The innermost failure says what is wrong; those around it that a handshake or a decoder failed. */
    private static String reasonOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() != null ? root.getMessage() : root.toString();
    }
}
