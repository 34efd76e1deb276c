package dev.multipool.perf.peers.contestant;

import dev.multipool.rpc.protocol.transport.Transport;
import dev.multipool.user.v1.FindUserInfoRequest;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The client of {@link UserFrames}; a call's number is its user's. */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails ends the connection, which fails its calls
final class FrameClient implements PeerClient {
    private static final long STOP_SECONDS = 2;

    private final EventLoopGroup eventLoop = Transport.AUTO.newEventLoops(1, "peer-load", false);
    private final List<Channel> channels;
    /** By user; confined to the event loop. */
    private final @Nullable Reply[] pending = new Reply[MAX_USERS];

    FrameClient(int port) {
        ChannelHandler initializer = new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline().addLast(new FlushConsolidationHandler(), UserFrames.decoder(), new Answers());
            }
        };
        Bootstrap bootstrap = new Bootstrap()
                .group(eventLoop)
                .channel(Transport.AUTO.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(initializer);
        channels = IntStream.range(0, CONNECTIONS)
                .mapToObj(i -> bootstrap
                        .connect("127.0.0.1", port)
                        .syncUninterruptibly()
                        .channel())
                .toList();
    }

    @Override
    public void find(int user, FindUserInfoRequest request, Reply reply) {
        Channel channel = channels.get(user % CONNECTIONS);
        if (!channel.isActive()) {
            reply.failed("the connection is closed");
            return;
        }
        pending[user] = reply;
        channel.writeAndFlush(UserFrames.request(channel.alloc(), user, request), channel.voidPromise());
    }

    @Override
    public void execute(Runnable task) {
        eventLoop.execute(task);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the task is its end
    public void schedule(Runnable task, long delayNanos) {
        eventLoop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        eventLoop
                .shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
    }

    private final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) throws Exception {
            int user = UserFrames.call(frame);
            Reply reply = pending[user];
            pending[user] = null;
            if (reply != null) {
                reply.answered(UserFrames.response(frame));
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            int connection = channels.indexOf(context.channel());
            for (int user = connection; user < MAX_USERS; user += CONNECTIONS) {
                Reply reply = pending[user];
                pending[user] = null;
                if (reply != null) {
                    reply.failed("the connection was closed");
                }
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
