package dev.multipool.rpc.server.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.AttributeKey;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** What a connection has asked for; written by its event loop only, read by any thread. */
public final class ConnectionCalls {
    private static final AttributeKey<ConnectionCalls> KEY = AttributeKey.valueOf("multipool.connection-calls");

    private final long openedNanos;
    private final AtomicLong calls = new AtomicLong();

    private ConnectionCalls(long openedNanos) {
        this.openedNanos = openedNanos;
    }

    public static void begin(Channel channel, long nowNanos) {
        channel.attr(KEY).set(new ConnectionCalls(nowNanos));
    }

    public static void count(Channel channel) {
        ConnectionCalls own = channel.attr(KEY).get();
        if (own != null) {
            own.calls.setPlain(own.calls.getPlain() + 1);
        }
    }

    public static ConnectionView view(Channel channel, long nowNanos) {
        ConnectionCalls own = channel.attr(KEY).get();
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return new ConnectionView(
                String.valueOf(channel.remoteAddress()),
                Duration.ofNanos(own == null ? 0 : nowNanos - own.openedNanos),
                own == null ? 0 : own.calls.get(),
                unsent == null ? 0 : unsent.totalPendingWriteBytes(),
                channel.config().isAutoRead());
    }
}
