package dev.multipool.perf.peers.contestant;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limit: how little a call can cost on this stack. No thread but the event loops, which Lettuce shares, and no flush
 * that another would follow at once. A call that fails closes its connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails ends the connection, which the client sees
public final class LimitServer implements PeerServer {
    private static final Logger log = LoggerFactory.getLogger(LimitServer.class);

    private final RedisBytes redis;
    private final NettyServer server;

    private LimitServer(URI redisUri) {
        EventLoopGroup eventLoops = NettyServer.eventLoops();
        redis = RedisBytes.openOn(eventLoops, Runtime.getRuntime().availableProcessors(), redisUri);
        server = NettyServer.listen(eventLoops, channel -> channel.pipeline()
                .addLast(
                        new FlushConsolidationHandler(
                                FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true),
                        UserFrames.decoder(),
                        new Calls()));
    }

    public static LimitServer start(URI redisUri) {
        return new LimitServer(redisUri);
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        redis.close();
        server.close();
    }

    private final class Calls extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) throws Exception {
            int call = UserFrames.call(frame);
            redis.get(UserFrames.request(frame).getUserId())
                    .handle((user, failure) -> answer(context, call, user, failure));
        }

        private @Nullable Void answer(
                ChannelHandlerContext context, int call, byte @Nullable [] user, @Nullable Throwable failure) {
            if (failure != null) {
                exceptionCaught(context, failure);
            } else {
                context.writeAndFlush(UserFrames.response(context.alloc(), call, user), context.voidPromise());
            }
            return null;
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            log.debug("a call failed", cause);
            context.close();
        }
    }
}
