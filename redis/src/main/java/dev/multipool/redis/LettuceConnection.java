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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One connection to one Redis, opened and closed as a whole. To a Cluster it is one to each master, which Lettuce makes one
 * of: a command goes where its key is.
 */
final class LettuceConnection implements AutoCloseable {
    private static final int MOST_TRIES = 3;

    private final AbstractRedisClient client;
    private final StatefulConnection<byte[], byte[]> connection;
    private final RedisClusterAsyncCommands<byte[], byte[]> commands;
    private final @Nullable MasterWatch watch;
    private final Runnable afterClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LettuceConnection(OpenedClient opened, Runnable afterClose) {
        this.client = opened.client();
        this.connection = opened.connection();
        this.commands = opened.commands();
        this.watch = opened.watch();
        this.afterClose = afterClose;
    }

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
    private static OpenedClient open(RedisSettings settings, ClientResources resources, RedisFailures failures) {
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

    private static OpenedClient openOnce(RedisSettings settings, ClientResources resources, RedisFailures failures) {
        ClientOptions options = options(settings);
        return switch (settings.target().topology()) {
            case STANDALONE -> toOne(settings, resources, options, failures);
            case SENTINEL -> toMaster(settings, resources, options, failures);
            case CLUSTER -> ClusterConnection.open(settings, resources, options, failures);
        };
    }

    private static OpenedClient toOne(
            RedisSettings settings, ClientResources resources, ClientOptions options, RedisFailures failures) {
        RedisURI uri = new LettuceUris(settings.target(), settings.connectTimeout()).one();
        RedisClient client = RedisClient.create(resources, uri);
        client.setOptions(options);
        try {
            StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
            return new OpenedClient(client, connection, connection.async(), null);
        } catch (RuntimeException e) {
            BoundedShutdown.shutDown(client);
            throw failures.cannotConnect(e);
        }
    }

    /** Lettuce asks the Sentinels each time it connects. */
    private static OpenedClient toMaster(
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
            return new OpenedClient(client, connection, connection.async(), watch);
        } catch (RedisUnavailableException e) {
            BoundedShutdown.shutDown(client);
            throw e;
        } catch (InterruptedException e) {
            BoundedShutdown.shutDown(client);
            Thread.currentThread().interrupt();
            throw failures.interrupted(e);
        } catch (ExecutionException | RuntimeException e) {
            BoundedShutdown.shutDown(client);
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
            BoundedShutdown.await("connection", connection.closeAsync());
            BoundedShutdown.shutDown(client);
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
}
