package dev.multipool.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.DefaultEndpoint;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the Sentinels now and then who the master is, and drops a connection when that has changed.
 *
 * <p>A master that dies or is demoted closes its connections; Lettuce asks the Sentinels where to connect then. One that
 * froze, or whose machine is gone, closes nothing: without this, its connection would stay and every command time out.
 *
 * <p><b>Threads:</b> the client's, which are never blocked.
 */
final class MasterWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MasterWatch.class);

    private final RedisClient client;
    private final RedisURI master;
    private final Duration interval;
    private final AtomicReference<@Nullable SocketAddress> last = new AtomicReference<>();
    private @Nullable ScheduledFuture<?> looking;

    MasterWatch(RedisClient client, RedisURI master, Duration interval) {
        this.client = client;
        this.master = master;
        this.interval = interval;
    }

    /** What the Sentinels say now; null when they know no such master. Each of them is asked until one answers. */
    CompletionStage<@Nullable SocketAddress> ask() {
        return client.connectSentinelAsync(StringCodec.UTF8, master).thenCompose(this::ask);
    }

    /** The connection is for this question alone. */
    private CompletionStage<@Nullable SocketAddress> ask(StatefulRedisSentinelConnection<String, String> sentinel) {
        CompletionStage<@Nullable SocketAddress> answer = sentinel.async()
                .getMasterAddrByName(master.getSentinelMasterId())
                .toCompletableFuture()
                .orTimeout(master.getTimeout().toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<@Nullable SocketAddress> closed = new CompletableFuture<>();
        answer.whenComplete((address, failure) -> {
            CompletionStage<Void> closing = sentinel.closeAsync();
            closing.whenComplete((done, ignored) -> {
                if (failure == null) {
                    closed.complete(address);
                } else {
                    closed.completeExceptionally(failure);
                }
            });
        });
        return closed;
    }

    /**
     * Watches over this connection.
     *
     * @param known who the master was before the connection was made
     */
    void start(SocketAddress known, StatefulRedisConnection<?, ?> connection) {
        last.set(known);
        looking = client.getResources()
                .eventExecutorGroup()
                .scheduleWithFixedDelay(
                        () -> look(connection), interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look(StatefulRedisConnection<?, ?> connection) {
        ask().whenComplete((now, failure) -> {
            if (failure != null) {
                log.debug("redis: no Sentinel said who the master is", failure);
            } else if (now != null && !now.equals(last.getAndSet(now))) {
                disconnect(connection);
            }
        });
    }

    /** Lettuce connects again by itself, to the master that the Sentinels tell it then. */
    private static void disconnect(StatefulRedisConnection<?, ?> connection) {
        if (connection instanceof RedisChannelHandler<?, ?> handler
                && handler.getChannelWriter() instanceof DefaultEndpoint endpoint) {
            endpoint.disconnect();
        }
    }

    @Override
    public void close() {
        if (looking != null) {
            looking.cancel(false);
        }
    }
}
