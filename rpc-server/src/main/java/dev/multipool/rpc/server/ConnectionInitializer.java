package dev.multipool.rpc.server;

import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.FrameDecoder;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.server.connection.ConnectionCalls;
import dev.multipool.rpc.server.connection.ConnectionCare;
import dev.multipool.rpc.server.connection.ConnectionWatch;
import dev.multipool.rpc.server.credential.CredentialGate;
import dev.multipool.rpc.server.credential.CredentialGates;
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
    private final ConnectionCare care;
    private final @Nullable CredentialGates credentials;
    private final @Nullable Tls tls;
    private final NanoClock clock;

    ConnectionInitializer(
            RpcServerSettings settings,
            ChannelGroup connections,
            CallDispatcher dispatcher,
            ConnectionCare care,
            @Nullable CredentialGates credentials,
            @Nullable Tls tls,
            NanoClock clock) {
        this.settings = settings;
        this.connections = connections;
        this.dispatcher = dispatcher;
        this.care = care;
        this.credentials = credentials;
        this.tls = tls;
        this.clock = clock;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        ConnectionCalls.begin(channel, clock.nanoTime());
        if (tls != null) {
            channel.pipeline()
                    .addLast(tls.newHandler(channel.alloc(), settings.timeouts().handshake()));
        }
        settings.listening().transport().joinFlushes(channel.pipeline());
        FrameDecoder decoder = addDecoder(channel);
        channel.pipeline().addLast(dispatcher).addLast(care.guard());
        ConnectionWatch.begin(channel, decoder, settings.timeouts(), care.ends(), care.gate()::isFull, clock);
        // last: a stop tells its goodbye to all in the group whose pipeline holds no credential gate
        connections.add(channel);
    }

    /** What cuts frames, and looks at the credential before it takes more than a meta. */
    private FrameDecoder addDecoder(SocketChannel channel) {
        if (credentials == null) {
            FrameDecoder decoder = new FrameDecoder(settings.frames().limits(), care.budget(), null);
            channel.pipeline().addLast(decoder);
            return decoder;
        }
        CredentialGate gate = credentials.newGate(channel);
        FrameDecoder decoder = new FrameDecoder(settings.frames().limits(), care.budget(), gate::admits);
        channel.pipeline().addLast(decoder).addLast(gate);
        return decoder;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        care.ends().warnOfFailure(ctx.channel(), "a new connection can't be set up", cause);
        ctx.close();
    }
}
