package dev.multipool.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection to one Redis, opened and closed as a whole. */
final class LettuceConnection implements AutoCloseable {
    static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
    private static final Logger log = LoggerFactory.getLogger(LettuceConnection.class);

    private final RedisClient client;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final Runnable afterClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LettuceConnection(
            RedisClient client, StatefulRedisConnection<byte[], byte[]> connection, Runnable afterClose) {
        this.client = client;
        this.connection = connection;
        this.afterClose = afterClose;
    }

    /** A connection with all the threads it needs, which end with it. */
    static LettuceConnection open(RedisSettings settings) {
        LettuceResources resources = new LettuceResources(settings);
        try {
            return open(settings, resources.onOwnLoops(), resources::close);
        } catch (Throwable t) {
            resources.close();
            throw t;
        }
    }

    /** A connection over resources that somebody else closes. */
    static LettuceConnection open(RedisSettings settings, ClientResources resources) {
        return open(settings, resources, () -> {});
    }

    private static LettuceConnection open(RedisSettings settings, ClientResources resources, Runnable afterClose) {
        RedisURI uri = RedisURI.create(settings.uri());
        // Lettuce takes the limit of the handshake from here; a command's limit is ours, see the repository.
        uri.setTimeout(settings.connectTimeout());
        RedisClient client = RedisClient.create(resources, uri);
        client.setOptions(options(settings));
        try {
            return new LettuceConnection(client, client.connect(ByteArrayCodec.INSTANCE), afterClose);
        } catch (RuntimeException e) {
            shutDown(client);
            throw new RedisFailures(settings).cannotConnect(e);
        }
    }

    StatefulRedisConnection<byte[], byte[]> connection() {
        return connection;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            await("connection", connection.closeAsync());
            shutDown(client);
            afterClose.run();
        }
    }

    private static ClientOptions options(RedisSettings settings) {
        return ClientOptions.builder()
                .autoReconnect(true)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                // A command whose connection broke is not sent again: its caller was, or soon will be, told that it
                // failed, and a late second write after a reconnect would surprise.
                .replayFilter(command -> true)
                .requestQueueSize(settings.requestQueueSize())
                // a command's time limit is ours, see LettuceReads: a second timer for each would be for nothing
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(settings.connectTimeout())
                        .keepAlive(true)
                        .build())
                .build();
    }

    private static void shutDown(RedisClient client) {
        await("client", client.shutdownAsync(0, CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
    }

    static void await(String what, Future<?> future) {
        try {
            future.get(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.debug("redis: the {} did not close in order", what, e);
        }
    }
}
