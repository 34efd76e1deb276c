package dev.multipool.perf.app;

import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.RedisTopology;
import dev.multipool.redis.source.RedisRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the Redis comes from, as an option. */
final class RedisOption {
    @Option(
            names = "--redis",
            paramLabel = "URI|container|embedded|auto",
            description = "where the Redis comes from; default: what MULTIPOOL_REDIS says, else auto")
    private @Nullable String redis;

    /**
     * What was asked for; null when nothing was.
     *
     * @throws IllegalArgumentException when it names no source, or several servers: one is what gets cores and is measured
     */
    @Nullable
    RedisRequest request() {
        if (redis == null) {
            return null;
        }
        RedisRequest request = RedisRequest.parse(redis);
        RedisTarget target = request.target();
        if (target != null && target.topology() != RedisTopology.STANDALONE) {
            throw new IllegalArgumentException("redis: " + request
                    + " (expected: a single server, such as redis://HOST:PORT; container, embedded or auto)");
        }
        return request;
    }

    /** As the end of a command line that does the same again; a password stays out of it. */
    String asArgument() {
        return redis == null ? "" : " --redis " + redis.replaceFirst("//.*@", "//");
    }
}
