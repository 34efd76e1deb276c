package dev.multipool.redis.source;

import dev.multipool.redis.provision.ServerInfo;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Asks a server that is starting until it answers. */
final class ServerProbe {
    private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(2);

    private ServerProbe() {}

    /**
     * Asks the server at this URI until it gives an acceptable answer.
     *
     * @param keepTrying asked after each failed attempt
     * @throws RedisException when there was no acceptable answer, from the last attempt
     */
    static ServerInfo await(
            URI uri, Deadline deadline, Predicate<ServerInfo> acceptable, Predicate<Deadline> keepTrying) {
        RedisURI redisUri = RedisURI.create(uri);
        redisUri.setTimeout(ATTEMPT_TIMEOUT);
        RedisClient client = RedisClient.create(redisUri);
        try {
            while (true) {
                RedisException failure;
                try {
                    ServerInfo info = ask(client);
                    if (acceptable.test(info)) {
                        return info;
                    }
                    failure = new RedisException("another server answers there");
                } catch (RedisException e) {
                    failure = e;
                }
                if (deadline.passed() || !keepTrying.test(deadline)) {
                    throw failure;
                }
                Deadline.pause();
            }
        } finally {
            client.shutdown(0, ATTEMPT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static ServerInfo ask(RedisClient client) {
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            return ServerInfo.parse(connection.sync().info("server"));
        }
    }
}
