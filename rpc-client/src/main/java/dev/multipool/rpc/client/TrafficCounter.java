package dev.multipool.rpc.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/** Counts the bytes of one connection, as they go to and come from its socket, and notes that some came. */
final class TrafficCounter extends ChannelDuplexHandler {
    private final CallCounters counters;
    private final Liveness liveness;

    TrafficCounter(CallCounters counters, Liveness liveness) {
        this.counters = counters;
        this.liveness = liveness;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes) {
            counters.countReceivedBytes(bytes.readableBytes());
            liveness.onRead();
        }
        ctx.fireChannelRead(message);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // its promise is the caller's
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            counters.countSentBytes(bytes.readableBytes());
        }
        ctx.write(message, promise);
    }
}
