package dev.multipool.redis.provision;

import dev.multipool.redis.RedisInfo;
import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.RedisUnavailableException;
import java.time.Duration;
import java.util.Iterator;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets the Redis that a program asks for: the given one, or one that a {@link RedisProvider} on the class path starts.
 * One line of the log says which.
 */
public final class RedisProvision {
    private static final Logger LOG = LoggerFactory.getLogger(RedisProvision.class);
    private static final Duration GIVEN_TIMEOUT = Duration.ofSeconds(2);

    private RedisProvision() {}

    /**
     * Opens a Redis that answers.
     *
     * @param image the image for a container; its syntax is checked for other requests, too
     * @throws NoRedisException when there is none of the kind asked for; one line says what is missing
     */
    public static RunningRedis open(RedisRequest request, String image) {
        return open(request, image, ServiceLoader.load(RedisProvider.class, RedisProvider.class.getClassLoader()));
    }

    static RunningRedis open(RedisRequest request, String image, Iterable<RedisProvider> providers) {
        RedisImage.requireName(image);
        RedisTarget given = request.target();
        if (given != null) {
            return openGiven(given);
        }
        Iterator<RedisProvider> provider = providers.iterator();
        if (!provider.hasNext()) {
            throw new NoRedisException(
                    "redis: " + lacking(request)
                            + ": dev.multipool:multipool-redis-source is not on the class path (expected: the jars that a"
                            + " build leaves in rpc-server/target/extras, in extras beside multipool-server.jar; or a"
                            + " Redis that runs, as --redis redis://HOST:PORT)",
                    null);
        }
        return provider.next().start(request, image);
    }

    /**
     * Opens the Redis that somebody else runs; closing it leaves it running.
     *
     * @throws NoRedisException when it does not answer
     */
    public static RunningRedis openGiven(RedisTarget target) {
        try {
            ServerInfo info = RedisInfo.server(target, GIVEN_TIMEOUT)
                    .map(ServerInfo::parse)
                    .orElse(ServerInfo.UNKNOWN);
            RunningRedis redis = new GivenRedis(target, info);
            LOG.info("redis: {}", redis.description());
            return redis;
        } catch (RedisUnavailableException e) {
            throw new NoRedisException("redis: no answer from the given " + e.getMessage(), e);
        }
    }

    private static String lacking(RedisRequest request) {
        return switch (request.mode()) {
            case CONTAINER -> "no container";
            case EMBEDDED -> "no embedded redis-server";
            default -> "no container and no embedded redis-server";
        };
    }
}
