package dev.multipool.redis.source;

import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.provision.NoRedisException;
import dev.multipool.redis.provision.RedisProvision;
import dev.multipool.redis.provision.RedisRequest.Mode;
import dev.multipool.redis.provision.RunningRedis;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets a Redis: the given one, else a container, else an embedded redis-server; says which in one line.
 *
 * <p>{@code container} and {@code embedded} mean just that, and a failure is an error. Only {@code auto} falls back, from
 * a container to an embedded Redis, and its line says why. Looking for a Docker engine takes at most 2 s.
 */
public final class RedisSource {
    private static final Logger LOG = LoggerFactory.getLogger(RedisSource.class);

    private RedisSource() {}

    /**
     * Opens a Redis that answers.
     *
     * @throws NoRedisException when there is none of the kind asked for
     */
    public static RunningRedis open(RedisSourceSettings settings) {
        return open(settings, System.getenv());
    }

    /** The environment says where Docker listens and where programs are; tests bring their own. */
    static RunningRedis open(RedisSourceSettings settings, Map<String, String> environment) {
        RedisTarget given = settings.request().target();
        if (given != null) {
            return RedisProvision.openGiven(given);
        }
        RunningRedis redis = start(settings, environment);
        LOG.info("redis: {}", redis.description());
        return redis;
    }

    private static StartedRedis start(RedisSourceSettings settings, Map<String, String> environment) {
        Mode mode = settings.request().mode();
        if (mode == Mode.EMBEDDED) {
            return new EmbeddedRedis(settings, environment).start();
        }
        try {
            return new ContainerRedis(settings, environment).start();
        } catch (NoContainerException e) {
            LOG.debug("redis: no container", e);
            if (mode == Mode.CONTAINER) {
                throw new NoRedisException("redis: no container: " + e.reason(), e);
            }
            return new EmbeddedRedis(settings, environment).start().because("no container: " + e.reason());
        }
    }
}
