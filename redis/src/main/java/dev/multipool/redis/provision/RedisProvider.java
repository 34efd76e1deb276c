package dev.multipool.redis.provision;

/**
 * Starts a Redis of our own, for trying and testing. Implementations are registered for {@link java.util.ServiceLoader}.
 *
 * <p>The one implementation is in {@code multipool-redis-source}, which production code does not depend on.
 */
public interface RedisProvider {

    /**
     * Starts a Redis that answers.
     *
     * @param request a container, an embedded redis-server, or whichever of them can be had
     * @param image the image that a container is made from
     * @throws NoRedisException when there can be none of the kind asked for
     */
    RunningRedis start(RedisRequest request, String image);
}
