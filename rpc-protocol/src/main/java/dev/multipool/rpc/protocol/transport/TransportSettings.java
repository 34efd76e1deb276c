package dev.multipool.rpc.protocol.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.flush.FlushConsolidationHandler;

/**
 * How connections move their bytes.
 *
 * @param transport what waits for sockets
 * @param allocator where their buffers come from
 * @param tcpNoDelay whether small frames leave at once; without, the system holds them back for others to join (Nagle)
 * @param flushesInOne how many frames that are written in one turn of the event loop leave in one system call at most;
 *     1 sends each by itself
 */
public record TransportSettings(Transport transport, BufferAllocator allocator, boolean tcpNoDelay, int flushesInOne) {
    /** Automatic transport, adaptive buffers, TCP_NODELAY, up to 256 flushes in one. */
    public static final TransportSettings DEFAULT =
            new TransportSettings(Transport.AUTO, BufferAllocator.ADAPTIVE, true, 256);

    public TransportSettings {
        if (flushesInOne < 1) {
            throw new IllegalArgumentException("flushesInOne: " + flushesInOne + " (expected: >= 1)");
        }
    }

    public TransportSettings withTransport(Transport value) {
        return new TransportSettings(value, allocator, tcpNoDelay, flushesInOne);
    }

    public TransportSettings withAllocator(BufferAllocator value) {
        return new TransportSettings(transport, value, tcpNoDelay, flushesInOne);
    }

    public TransportSettings withTcpNoDelay(boolean value) {
        return new TransportSettings(transport, allocator, value, flushesInOne);
    }

    public TransportSettings withFlushesInOne(int value) {
        return new TransportSettings(transport, allocator, tcpNoDelay, value);
    }

    /** Adds what joins flushes to a connection's pipeline, where any is to be joined. */
    public void joinFlushes(ChannelPipeline pipeline) {
        if (flushesInOne > 1) {
            pipeline.addLast(new FlushConsolidationHandler(flushesInOne, true));
        }
    }

    /** Sends what waits at once, whatever flushes are to be joined. On the channel's event loop. */
    public static void flushNow(Channel channel) {
        ChannelHandlerContext joining = channel.pipeline().context(FlushConsolidationHandler.class);
        if (joining == null) {
            channel.flush();
        } else {
            joining.flush();
        }
    }
}
