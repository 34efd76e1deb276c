package dev.multipool.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to one Redis, opened and closed as a whole. To a Cluster it is one to each master, which Lettuce makes one
 * of: a command goes where its key is.
 */
final class LettuceConnection implements AutoCloseable {
    static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
    private static final Logger log = LoggerFactory.getLogger(LettuceConnection.class);
    private static final int MOST_TRIES = 3;

    private final AbstractRedisClient client;
    private final StatefulConnection<byte[], byte[]> connection;
    private final RedisClusterAsyncCommands<byte[], byte[]> commands;
    private final @Nullable MasterWatch watch;
    private final Runnable afterClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LettuceConnection(Opened opened, Runnable afterClose) {
        this.client = opened.client();
        this.connection = opened.connection();
        this.commands = opened.commands();
        this.watch = opened.watch();
        this.afterClose = afterClose;
    }

    /** What differs between the topologies. */
    record Opened(
            AbstractRedisClient client,
            StatefulConnection<byte[], byte[]> connection,
            RedisClusterAsyncCommands<byte[], byte[]> commands,
            @Nullable MasterWatch watch) {}

    /** A connection with all the threads it needs, which end with it. */
    static LettuceConnection open(RedisSettings settings) {
        LettuceResources resources = new LettuceResources(settings);
        try {
            return new LettuceConnection(
                    open(settings, resources.onOwnLoops(), new RedisFailures(settings)), resources::close);
        } catch (Throwable t) {
            resources.close();
            throw t;
        }
    }

    /** A connection over resources that somebody else closes. */
    static LettuceConnection open(RedisSettings settings, ClientResources resources) {
        return new LettuceConnection(open(settings, resources, new RedisFailures(settings)), () -> {});
    }

    /**
     * A Redis that hangs up at once, say for want of a password, may do so before Lettuce has asked its channel how the
     * handshake went. Lettuce then knows no reason, so it is asked to connect again.
     */
    private static Opened open(RedisSettings settings, ClientResources resources, RedisFailures failures) {
        for (int tries = 1; ; tries++) {
            try {
                return openOnce(settings, resources, failures);
            } catch (RedisUnavailableException e) {
                if (tries == MOST_TRIES || !RedisFailures.isWithoutReason(e)) {
                    throw e;
                }
            }
        }
    }

    private static Opened openOnce(RedisSettings settings, ClientResources resources, RedisFailures failures) {
        ClientOptions options = options(settings);
        return switch (settings.target().topology()) {
            case STANDALONE -> toOne(settings, resources, options, failures);
            case SENTINEL -> toMaster(settings, resources, options, failures);
            case CLUSTER -> ClusterConnection.open(settings, resources, options, failures);
        };
    }

    private static Opened toOne(
            RedisSettings settings, ClientResources resources, ClientOptions options, RedisFailures failures) {
        RedisURI uri = new LettuceUris(settings.target(), settings.connectTimeout()).one();
        RedisClient client = RedisClient.create(resources, uri);
        client.setOptions(options);
        try {
            StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
            return new Opened(client, connection, connection.async(), null);
        } catch (RuntimeException e) {
            shutDown(client);
            throw failures.cannotConnect(e);
        }
    }

    /** Lettuce asks the Sentinels each time it connects. */
    private static Opened toMaster(
            RedisSettings settings, ClientResources resources, ClientOptions options, RedisFailures failures) {
        RedisURI uri = new LettuceUris(settings.target(), settings.connectTimeout()).one();
        RedisClient client = RedisClient.create(resources, uri);
        client.setOptions(options);
        MasterWatch watch = new MasterWatch(client, uri, settings.target().refreshInterval());
        try {
            SocketAddress known = watch.ask().toCompletableFuture().get();
            if (known == null) {
                throw failures.unknownMaster(uri.getSentinelMasterId());
            }
            StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
            watch.start(known, connection);
            return new Opened(client, connection, connection.async(), watch);
        } catch (RedisUnavailableException e) {
            shutDown(client);
            throw e;
        } catch (InterruptedException e) {
            shutDown(client);
            Thread.currentThread().interrupt();
            throw failures.interrupted(e);
        } catch (ExecutionException | RuntimeException e) {
            shutDown(client);
            throw failures.cannotConnect(e);
        }
    }

    StatefulConnection<byte[], byte[]> connection() {
        return connection;
    }

    RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return commands;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            if (watch != null) {
                watch.close();
            }
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
                .sslOptions(new LettuceUris(settings.target(), settings.connectTimeout()).ssl())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(settings.connectTimeout())
                        .keepAlive(true)
                        .build())
                .build();
    }

    static void shutDown(AbstractRedisClient client) {
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
