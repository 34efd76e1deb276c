package dev.multipool.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timer;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection to one Redis with all the threads it needs, opened and closed as a whole. */
final class LettuceConnection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LettuceConnection.class);
    private static final Duration FIRST_RECONNECT_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_RECONNECT_DELAY = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
    private static final int COMPUTATION_THREADS = 2;
    /** Timeouts fire at most this much late. Lettuce's own timer ticks every 100 ms: half a command timeout. */
    private static final long TIMER_TICK_MILLIS = 20;

    private final HashedWheelTimer timer;
    private final ClientResources resources;
    private final RedisClient client;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LettuceConnection(
            HashedWheelTimer timer,
            ClientResources resources,
            RedisClient client,
            StatefulRedisConnection<byte[], byte[]> connection) {
        this.timer = timer;
        this.resources = resources;
        this.client = client;
        this.connection = connection;
    }

    static LettuceConnection open(RedisSettings settings) {
        HashedWheelTimer timer = new HashedWheelTimer(threads("redis-timer"), TIMER_TICK_MILLIS, TimeUnit.MILLISECONDS);
        ClientResources resources = resources(settings, timer);
        RedisURI uri = RedisURI.create(settings.uri());
        // Lettuce takes the limit of the handshake from here; a command's limit is ours, see the repository.
        uri.setTimeout(settings.connectTimeout());
        RedisClient client = RedisClient.create(resources, uri);
        client.setOptions(options(settings));
        try {
            return new LettuceConnection(timer, resources, client, client.connect(ByteArrayCodec.INSTANCE));
        } catch (RuntimeException e) {
            shutDown(client, resources, timer);
            throw new RedisFailures(settings).cannotConnect(e);
        }
    }

    StatefulRedisConnection<byte[], byte[]> connection() {
        return connection;
    }

    Timer timer() {
        return timer;
    }

    boolean isClosed() {
        return closed.get();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            await("connection", connection.closeAsync());
            shutDown(client, resources, timer);
        }
    }

    private static ClientResources resources(RedisSettings settings, Timer timer) {
        return DefaultClientResources.builder()
                .ioThreadPoolSize(settings.ioThreads())
                .computationThreadPoolSize(COMPUTATION_THREADS)
                .timer(timer)
                .threadFactoryProvider(LettuceConnection::threads)
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .reconnectDelay(
                        Delay.exponential(FIRST_RECONNECT_DELAY, LONGEST_RECONNECT_DELAY, 2, TimeUnit.MILLISECONDS))
                .build();
    }

    private static ClientOptions options(RedisSettings settings) {
        return ClientOptions.builder()
                .autoReconnect(true)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                // A command whose connection broke is not sent again: its caller was, or soon will be, told that it
                // failed, and a late second write after a reconnect would surprise.
                .replayFilter(command -> true)
                .requestQueueSize(settings.requestQueueSize())
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(settings.connectTimeout())
                        .keepAlive(true)
                        .build())
                .build();
    }

    /** Lettuce asks with its own names, such as {@code lettuce-nioEventLoop}; ours say whose threads they are. */
    private static ThreadFactory threads(String pool) {
        String name = pool.endsWith("EventLoop") ? "redis-io" : pool.replace("lettuce-", "redis-");
        return new DefaultThreadFactory(name, true);
    }

    private static void shutDown(RedisClient client, ClientResources resources, Timer timer) {
        await("client", client.shutdownAsync(0, CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
        await("resources", resources.shutdown(0, CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
        timer.stop();
    }

    private static void await(String what, Future<?> future) {
        try {
            future.get(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.debug("redis: the {} did not close in order", what, e);
        }
    }
}
