package dev.multipool.bench.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what the connections of one event loop send, receive and wait for. It writes alone, so no count needs a lock. */
@Sharable
final class Traffic extends ChannelDuplexHandler {
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong pending = new AtomicLong();

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes) {
            received.lazySet(received.getPlain() + bytes.readableBytes());
        }
        ctx.fireChannelRead(message);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // its promise is the caller's
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            sent.lazySet(sent.getPlain() + bytes.readableBytes());
        }
        ctx.write(message, promise);
    }

    void began() {
        pending.lazySet(pending.getPlain() + 1);
    }

    void ended() {
        pending.lazySet(pending.getPlain() - 1);
    }

    long sentBytes() {
        return sent.get();
    }

    long receivedBytes() {
        return received.get();
    }

    long pendingCalls() {
        return pending.get();
    }
}
