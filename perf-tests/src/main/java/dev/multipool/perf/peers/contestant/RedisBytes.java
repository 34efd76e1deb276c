package dev.multipool.perf.peers.contestant;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.UserInfo;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One Lettuce connection that reads users as the bytes they are kept as. */
public final class RedisBytes implements AutoCloseable {
    /** The longest that a call waits for Redis: a cold JVM on a busy machine is slow, not broken. */
    public static final long TIMEOUT_MILLIS = 5_000;

    private final ClientResources resources;
    private final RedisClient client;
    private final StatefulRedisConnection<byte[], byte[]> connection;

    private RedisBytes(DefaultClientResources.Builder builder, URI redis) {
        resources = builder.commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .build();
        client = RedisClient.create(resources, RedisURI.create(redis));
        client.setOptions(ClientOptions.builder()
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .build());
        connection = client.connect(ByteArrayCodec.INSTANCE);
    }

    /** A connection on an event loop of Lettuce's own. */
    public static RedisBytes open(URI redis) {
        return new RedisBytes(DefaultClientResources.builder(), redis);
    }

    /** A connection on the server's event loops, whose commands of one turn of the loop leave together. */
    static RedisBytes openOn(EventLoopGroup eventLoops, int threads, URI redis) {
        return new RedisBytes(
                DefaultClientResources.builder()
                        .eventLoopGroupProvider(new Shared(eventLoops, threads))
                        .nettyCustomizer(new ConsolidatedFlushes()),
                redis);
    }

    /** The bytes of a user, null where there is none. */
    RedisFuture<byte[]> get(long userId) {
        return connection.async().get(("user:" + userId).getBytes(StandardCharsets.US_ASCII));
    }

    /** Waits for a user; what a server answers that knows messages alone. */
    public FindUserInfoResponse find(FindUserInfoRequest request)
            throws InterruptedException, ExecutionException, TimeoutException, InvalidProtocolBufferException {
        byte[] user = get(request.getUserId()).get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        return user == null
                ? FindUserInfoResponse.getDefaultInstance()
                : FindUserInfoResponse.newBuilder()
                        .setFound(true)
                        .setUser(UserInfo.parseFrom(user))
                        .build();
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(0, 2, TimeUnit.SECONDS);
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }

    private static final class ConsolidatedFlushes implements NettyCustomizer {
        @Override
        public void afterChannelInitialized(Channel channel) {
            channel.pipeline()
                    .addFirst(new FlushConsolidationHandler(
                            FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true));
        }
    }

    /** Lends the server's event loops; they end with the server. */
    private record Shared(EventLoopGroup eventLoops, int threads) implements EventLoopGroupProvider {
        @Override
        @SuppressWarnings("unchecked") // Lettuce names a class but only uses it as the interface
        public <T extends EventLoopGroup> T allocate(Class<T> type) {
            return (T) eventLoops;
        }

        @Override
        public int threadPoolSize() {
            return threads;
        }

        @Override
        public Future<Boolean> release(EventExecutorGroup group, long quietPeriod, long timeout, TimeUnit unit) {
            return ImmediateEventExecutor.INSTANCE.newSucceededFuture(true);
        }

        @Override
        public Future<Boolean> shutdown(long quietPeriod, long timeout, TimeUnit unit) {
            return ImmediateEventExecutor.INSTANCE.newSucceededFuture(true);
        }
    }
}
