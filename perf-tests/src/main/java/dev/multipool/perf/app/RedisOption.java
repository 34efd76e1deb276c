package dev.multipool.perf.app;

import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.RedisTopology;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.source.RedisSourceSettings;
import java.util.Map;
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
     * What the option asks for, else the environment.
     *
     * @throws IllegalArgumentException when either names no source, or several servers: one is what gets cores and is
     *     measured
     */
    RedisSourceSettings settings(Map<String, String> environment) {
        RedisSourceSettings wanted = RedisSourceSettings.fromEnvironment(environment);
        if (redis == null) {
            return requireSingleServer(wanted, RedisSourceSettings.REQUEST_VARIABLE);
        }
        return requireSingleServer(
                RedisSourceSettings.builder()
                        .request(RedisRequest.parse(redis))
                        .image(wanted.image())
                        .build(),
                "redis");
    }

    private static RedisSourceSettings requireSingleServer(RedisSourceSettings settings, String name) {
        RedisTarget target = settings.request().target();
        if (target != null && target.topology() != RedisTopology.STANDALONE) {
            throw new IllegalArgumentException(name + ": " + settings.request()
                    + " (expected: a single server, such as redis://HOST:PORT; container, embedded or auto)");
        }
        return settings;
    }

    /**
     * The same of this process' environment.
     *
     * @param cpus cores for a Redis of ours, as taskset reads them; null for no pinning
     */
    RedisSourceSettings pinnedTo(@Nullable String cpus) {
        return settings(System.getenv()).withCpus(cpus);
    }

    /** As the end of a command line that does the same again; a password stays out of it. */
    String asArgument() {
        return redis == null ? "" : " --redis " + redis.replaceFirst("//.*@", "//");
    }
}
