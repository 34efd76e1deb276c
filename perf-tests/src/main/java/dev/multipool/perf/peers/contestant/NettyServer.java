package dev.multipool.perf.peers.contestant;

import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A listening socket whose connections share as many event loops as there are cores. */
final class NettyServer implements AutoCloseable {
    private static final long STOP_SECONDS = 2;

    private final EventLoopGroup eventLoops;
    private final Channel listener;

    private NettyServer(EventLoopGroup eventLoops, Channel listener) {
        this.eventLoops = eventLoops;
        this.listener = listener;
    }

    static EventLoopGroup eventLoops() {
        return Transport.AUTO.newEventLoops(Runtime.getRuntime().availableProcessors(), "peer-io", false);
    }

    /** Listens on a free port of 127.0.0.1; the event loops end with the server. */
    static NettyServer listen(EventLoopGroup eventLoops, Consumer<Channel> pipeline) {
        ChannelHandler initializer = new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel channel) {
                pipeline.accept(channel);
            }
        };
        Channel listener = new ServerBootstrap()
                .group(eventLoops)
                .channel(Transport.AUTO.serverChannel())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(initializer)
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
        return new NettyServer(eventLoops, listener);
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    @Override
    public void close() {
        listener.close().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
        eventLoops
                .shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
    }
}
