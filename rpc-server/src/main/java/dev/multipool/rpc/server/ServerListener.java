package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.transport.AcceptFailures;
import dev.multipool.rpc.protocol.transport.SocketErrors;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import dev.multipool.rpc.server.connection.ConnectionGate;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;

/** Listens at a server's address. */
final class ServerListener {
    private static final int LEAST_READ_BYTES = 64;
    private static final int FIRST_READ_BYTES = 2 << 10;
    /** Some 200 calls like findUserInfo. */
    private static final int MOST_READ_BYTES = 16 << 10;

    private final RpcServerSettings settings;
    private final ConnectionGate gate;

    /**
     * @param gate passes each connection, or makes it wait
     */
    ServerListener(RpcServerSettings settings, ConnectionGate gate) {
        this.settings = settings;
        this.gate = gate;
    }

    /**
     * Listens.
     *
     * @param connectionInitializer sets up what is accepted
     * @throws IOException when the address can't be listened on, with the address and the reason
     */
    Channel open(ServerLoops loops, ChannelHandler connectionInitializer) throws IOException {
        RpcServerSettings.Listening listening = settings.listening();
        TransportSettings transport = listening.transport();
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.acceptor(), loops.connections())
                .channel(transport.transport().serverChannel())
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, settings.limits().acceptCount())
                // one accept a turn: the gate must see each connection before the next one is taken
                .option(ChannelOption.RECVBUF_ALLOCATOR, new ServerChannelRecvByteBufAllocator())
                .handler(new ListenerInitializer())
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, newShortReads())
                .childOption(ChannelOption.TCP_NODELAY, transport.tcpNoDelay())
                .childOption(ChannelOption.ALLOCATOR, transport.allocator().allocator())
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, newUnsentBounds())
                .childHandler(connectionInitializer)
                .bind(listening.host(), listening.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("cannot listen on " + listening.host() + ":" + listening.port() + ": "
                    + SocketErrors.reason(bound.cause())
                    + " (expected: an address of this machine and a free port)");
        }
        return bound.channel();
    }

    /**
     * Reads a burst of one connection in parts. The other connections of its event loop have their turn in between,
     * above all those to a store, for whose answers calls wait.
     */
    private static RecvByteBufAllocator newShortReads() {
        return new AdaptiveRecvByteBufAllocator(LEAST_READ_BYTES, FIRST_READ_BYTES, MOST_READ_BYTES)
                .maxMessagesPerRead(1);
    }

    /** Sets up what accepts. */
    private final class ListenerInitializer extends ChannelInitializer<ServerChannel> {
        @Override
        protected void initChannel(ServerChannel channel) {
            channel.pipeline().addLast(gate, new AcceptFailures(gate::hasRoom));
        }
    }

    /** Reading stops above the bound and goes on below half of it, so that it does not flutter. */
    private WriteBufferWaterMark newUnsentBounds() {
        int high = settings.limits().maxUnsentBytes();
        return new WriteBufferWaterMark(high / 2, high);
    }
}
