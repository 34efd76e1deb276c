package dev.multipool.redis.source;

import dev.multipool.redis.RedisInfo;
import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.RedisUnavailableException;
import dev.multipool.redis.source.RedisRequest.Mode;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets a Redis: the given one, else a container, else an embedded redis-server; says which in one line.
 *
 * <p>{@code container} and {@code embedded} mean just that, and a failure is an error. Only {@code auto} falls back, from
 * a container to an embedded Redis, and its line says why. Looking for a Docker engine takes at most 2 s.
 */
public final class RedisSource {
    private static final Logger log = LoggerFactory.getLogger(RedisSource.class);
    private static final Duration GIVEN_TIMEOUT = Duration.ofSeconds(2);

    private RedisSource() {}

    /**
     * Opens a Redis that answers.
     *
     * @throws RedisSourceException when there is none of the kind asked for
     */
    public static RunningRedis open(RedisSourceSettings settings) {
        return open(settings, System.getenv());
    }

    /** The environment says where Docker listens and where programs are; tests bring their own. */
    static RunningRedis open(RedisSourceSettings settings, Map<String, String> environment) {
        RunningRedis redis = start(settings, environment);
        log.info("{}", redis.description());
        return redis;
    }

    private static StartedRedis start(RedisSourceSettings settings, Map<String, String> environment) {
        Mode mode = settings.request().mode();
        if (mode == Mode.GIVEN) {
            return given(Objects.requireNonNull(settings.request().target()));
        }
        if (mode == Mode.EMBEDDED) {
            return new EmbeddedRedis(settings, environment).start();
        }
        try {
            return new ContainerRedis(settings, environment).start();
        } catch (NoContainerException e) {
            log.debug("redis: no container", e);
            if (mode == Mode.CONTAINER) {
                throw new RedisSourceException("redis: no container: " + e.reason(), e);
            }
            return new EmbeddedRedis(settings, environment).start().because("no container: " + e.reason());
        }
    }

    private static StartedRedis given(RedisTarget target) {
        try {
            ServerInfo info = RedisInfo.server(target, GIVEN_TIMEOUT)
                    .map(ServerInfo::parse)
                    .orElse(ServerInfo.UNKNOWN);
            String description = "redis: given " + info.name() + " " + info.version() + " " + target.where();
            return new StartedRedis(RedisKind.GIVEN, target, info, OptionalLong.empty(), description, () -> {});
        } catch (RedisUnavailableException e) {
            throw new RedisSourceException("redis: no answer from the given " + e.getMessage(), e);
        }
    }
}
