package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.FrameException;
import dev.multipool.rpc.protocol.RpcFrame;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a connection what happens to its current channel. One per channel. */
@SuppressWarnings("FutureReturnValueIgnored") // a close that fails has nobody to tell
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(ConnectionHandler.class);

    private final RpcConnection connection;
    private String downReason = "closed by the server";

    ConnectionHandler(RpcConnection connection) {
        this.connection = connection;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
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
        connection.onDown(downReason);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        String message = cause.getMessage();
        downReason = message != null ? message : cause.toString();
        log.debug("{} is closed", ctx.channel(), cause);
        if (cause instanceof FrameException frameException) {
            connection.onFrameException(frameException);
        }
        ctx.close();
    }
}
