package dev.multipool.rpc.server.admin;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * One who listens. What it does not read piles up to the connection's high-water mark. Then events are left out, and
 * after ten in a row it is closed. On the connection's event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails has nobody to tell
final class LiveStream extends ChannelInboundHandlerAdapter {
    static final int MOST_LEFT_OUT = 10;

    private final Channel channel;
    private int leftOut;

    LiveStream(Channel channel) {
        this.channel = channel;
    }

    void send(byte[] event) {
        if (channel.isWritable()) {
            leftOut = 0;
            channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(event)));
        } else if (++leftOut >= MOST_LEFT_OUT) {
            channel.close();
        }
    }

    void close() {
        channel.close();
    }

    /** A second request on a connection whose first answer has no end. */
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object request) {
        ReferenceCountUtil.release(request);
        ctx.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
