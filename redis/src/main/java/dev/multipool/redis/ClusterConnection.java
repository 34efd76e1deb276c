package dev.multipool.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a connection to each master of a Cluster, and says what makes Lettuce ask for the Cluster's layout anew. */
final class ClusterConnection {

    /*
     * The layout is asked for
     * - every refresh interval: a master that froze closes no connection and answers no redirection;
     * - when a command is redirected, has nobody to go to, or a master's connection can't be had again: at most once a
     *   second, since each of these happens to every command meanwhile.
     * A server that the Cluster has given up is left out: Lettuce would try to connect to it, and ask for the layout each
     * time, for as long as it is gone. Keys that nobody has then fail at once, which makes Lettuce ask again.
     */

    private static final Logger log = LoggerFactory.getLogger(ClusterConnection.class);
    private static final Duration AT_MOST_EVERY = Duration.ofSeconds(1);
    /** The first two are 100 and 200 ms after the loss. */
    private static final int RECONNECTS_BEFORE_REFRESH = 2;

    private ClusterConnection() {}

    static OpenedClient open(
            RedisSettings settings, ClientResources resources, ClientOptions options, RedisFailures failures) {
        RedisClusterClient client = RedisClusterClient.create(
                resources, new LettuceUris(settings.target(), settings.connectTimeout()).all());
        client.setOptions(options(options, settings.target().refreshInterval()));
        try {
            StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
            connectMasters(connection, settings.connectTimeout());
            return new OpenedClient(client, connection, connection.async(), null);
        } catch (RuntimeException e) {
            BoundedShutdown.shutDown(client);
            throw failures.cannotConnect(e);
        }
    }

    private static ClusterClientOptions options(ClientOptions options, Duration refreshInterval) {
        return ClusterClientOptions.builder(options)
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enablePeriodicRefresh(refreshInterval)
                        .adaptiveRefreshTriggersTimeout(AT_MOST_EVERY)
                        .refreshTriggersReconnectAttempts(RECONNECTS_BEFORE_REFRESH)
                        .build())
                .nodeFilter(
                        node -> !node.is(NodeFlag.FAIL) && !node.is(NodeFlag.NOADDR) && !node.is(NodeFlag.HANDSHAKE))
                // keys may move to a server that joined since the layout was asked for
                .validateClusterNodeMembership(false)
                .build();
    }

    /**
     * A command to a master without a connection would make one, and fail meanwhile. A master that is away now is no reason
     * not to start: the others serve.
     */
    private static void connectMasters(StatefulRedisClusterConnection<?, ?> connection, Duration timeout) {
        List<CompletableFuture<?>> connecting = new ArrayList<>();
        for (RedisClusterNode node : connection.getPartitions()) {
            if (node.is(NodeFlag.UPSTREAM) && !node.hasNoSlots()) {
                connecting.add(connection
                        .getConnectionAsync(
                                node.getUri().getHost(), node.getUri().getPort())
                        .whenComplete((made, failure) -> {
                            if (failure != null) {
                                log.warn(
                                        "redis: cannot connect to {} of the cluster yet: {}",
                                        node.getUri(),
                                        failure.toString());
                            }
                        }));
            }
        }
        try {
            CompletableFuture.allOf(connecting.toArray(CompletableFuture[]::new))
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.debug("redis: not every master of the cluster is connected", e);
        }
    }
}
