package dev.multipool.perf.peers.contestant;

import dev.multipool.user.v1.FindUserInfoRequest;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The floor: what a pool hop and a blocking GET cost with nothing around them. Bare Netty, a fixed pool, one Lettuce
 * connection; no deadline, limit, ledger or error code. A call that fails closes its connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails ends the connection, which the client sees
public final class FloorServer implements PeerServer {
    private static final Logger log = LoggerFactory.getLogger(FloorServer.class);

    private final RedisBytes redis;
    private final ExecutorService pool;
    private final NettyServer server;

    private FloorServer(URI redisUri, int threads) {
        redis = RedisBytes.open(redisUri);
        pool = Executors.newFixedThreadPool(threads);
        server = NettyServer.listen(
                NettyServer.eventLoops(), channel -> channel.pipeline().addLast(UserFrames.decoder(), new Calls()));
    }

    public static FloorServer start(URI redisUri, int threads) {
        return new FloorServer(redisUri, threads);
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
        pool.shutdownNow();
        redis.close();
    }

    private final class Calls extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) throws Exception {
            int call = UserFrames.call(frame);
            FindUserInfoRequest request = UserFrames.request(frame);
            pool.execute(() -> answer(context, call, request));
        }

        private void answer(ChannelHandlerContext context, int call, FindUserInfoRequest request) {
            try {
                byte[] user = redis.get(request.getUserId()).get(RedisBytes.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
                context.writeAndFlush(UserFrames.response(context.alloc(), call, user), context.voidPromise());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                context.close();
            } catch (ExecutionException | TimeoutException e) {
                exceptionCaught(context, e);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            log.debug("a call failed", cause);
            context.close();
        }
    }
}
