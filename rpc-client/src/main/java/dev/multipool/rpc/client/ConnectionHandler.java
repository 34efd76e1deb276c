package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.FrameException;
import dev.multipool.rpc.protocol.RpcFrame;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a connection what happens to its current channel. One per channel. */
@SuppressWarnings("FutureReturnValueIgnored") // a close that fails has nobody to tell
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(ConnectionHandler.class);

    /** Who is told. Called on the event loop. */
    interface Listener {
        /** The channel can carry calls. */
        void onUp(Channel up);

        /** The channel was closed before it could carry a call. */
        void onFailed(String reason);

        /** The server sent a frame, which is released afterwards. */
        void onFrame(RpcFrame frame);

        /** The server sent what is no frame: the stream is broken. */
        void onFrameException(FrameException e);

        /** A channel that carried calls was closed. */
        void onDown(Channel which, String reason);

        /** Is told what code threw that is not ours. */
        ForeignFailures foreignFailures();
    }

    private final Listener connection;
    private final boolean tls;
    private String downReason = "closed by the server";
    private boolean up;

    ConnectionHandler(Listener connection, boolean tls) {
        this.connection = connection;
        this.tls = tls;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (!tls) {
            up(ctx);
        }
    }

    /**
     * With TLS a connection is of use from the end of the handshake on. One that can be written no more, since a write failed
     * (of no memory, say), is of none.
     */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                up(ctx);
            } else {
                downReason = "TLS: " + ForeignFailures.reasonOf(handshake.cause());
            }
        } else if (event instanceof ChannelOutputShutdownEvent) {
            downReason = "a write failed";
            ctx.close();
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
            connection.onDown(ctx.channel(), downReason);
        } else {
            connection.onFailed(downReason);
        }
    }

    /** Throws nothing: the event loop may not survive it. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        try {
            if (up || !tls) {
                downReason = ForeignFailures.reasonOf(cause);
            }
            if (cause instanceof FrameException frameException) {
                connection.onFrameException(frameException);
            }
            log.debug("{} is closed", ctx.channel(), cause);
        } catch (Throwable t) {
            connection.foreignFailures().tell("a pipeline", t);
        } finally {
            ctx.close();
        }
    }
}
