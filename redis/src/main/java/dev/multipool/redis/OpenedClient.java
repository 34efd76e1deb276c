package dev.multipool.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * A client of Lettuce and its connection, whatever the topology.
 *
 * @param watch follows the master that Sentinels name; null for other topologies
 */
record OpenedClient(
        AbstractRedisClient client,
        StatefulConnection<byte[], byte[]> connection,
        RedisClusterAsyncCommands<byte[], byte[]> commands,
        @Nullable MasterWatch watch) {}
