package dev.multipool.rpc.server;

import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.FrameDecoder;
import dev.multipool.rpc.protocol.tls.Tls;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Sets a new connection up. What is off (TLS, credentials, joined flushes) is not in its pipeline at all. */
@SuppressWarnings("FutureReturnValueIgnored") // as in Reply: a failed close has nobody to tell
final class ConnectionInitializer extends ChannelInitializer<SocketChannel> {
    private final RpcServerSettings settings;
    private final ChannelGroup connections;
    private final CallDispatcher dispatcher;
    private final ConnectionGuard guard;
    private final ConnectionEnds ends;
    private final @Nullable Tls tls;
    private final NanoClock clock;

    ConnectionInitializer(
            RpcServerSettings settings,
            ChannelGroup connections,
            CallDispatcher dispatcher,
            ConnectionGuard guard,
            ConnectionEnds ends,
            @Nullable Tls tls,
            NanoClock clock) {
        this.settings = settings;
        this.connections = connections;
        this.dispatcher = dispatcher;
        this.guard = guard;
        this.ends = ends;
        this.tls = tls;
        this.clock = clock;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        connections.add(channel);
        ConnectionCalls.begin(channel, clock.nanoTime());
        if (tls != null) {
            channel.pipeline()
                    .addLast(tls.newHandler(channel.alloc(), settings.timeouts().frame()));
        }
        settings.listening().transport().joinFlushes(channel.pipeline());
        FrameDecoder decoder = new FrameDecoder(settings.frameLimits());
        channel.pipeline().addLast(decoder);
        CredentialVerifier verifier = settings.security().verifier();
        if (verifier != null) {
            channel.pipeline().addLast(new CredentialGate(verifier, ends));
        }
        channel.pipeline().addLast(dispatcher).addLast(guard);
        ConnectionWatch.over(channel, decoder, settings.timeouts(), ends, clock);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ends.failed(ctx.channel(), "a new connection can't be set up", cause);
        ctx.close();
    }
}
