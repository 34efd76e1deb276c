package dev.multipool.bench.socket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what the connections of one event loop send, receive and wait for. It writes alone, so no count needs a lock. */
@Sharable
public final class Traffic extends ChannelDuplexHandler {
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

    /** A call was sent. */
    public void began() {
        pending.lazySet(pending.getPlain() + 1);
    }

    /** A call has ended. */
    public void ended() {
        pending.lazySet(pending.getPlain() - 1);
    }

    /** Bytes handed to sockets so far; from any thread. */
    public long sentBytes() {
        return sent.get();
    }

    /** Bytes that came from sockets so far; from any thread. */
    public long receivedBytes() {
        return received.get();
    }

    /** Calls sent and not ended; from any thread. */
    public long pendingCalls() {
        return pending.get();
    }
}
