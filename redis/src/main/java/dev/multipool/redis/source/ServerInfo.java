package dev.multipool.redis.source;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * What a server says about itself in {@code INFO server}.
 *
 * @param name {@code redis} or {@code valkey}
 * @param version its version, such as {@code 7.0.15}
 * @param processId the process as the server sees it: inside a container that is not the host's number
 */
record ServerInfo(String name, String version, long processId) {
    /** Of a server whose user may not ask. */
    static final ServerInfo UNKNOWN = new ServerInfo("redis", "of unknown version", -1);

    private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(2);

    /**
     * Asks the server at this URI again and again until it gives an acceptable answer.
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
            return parse(connection.sync().info("server"));
        }
    }

    static ServerInfo parse(String info) {
        Map<String, String> fields = new HashMap<>();
        for (String line : info.lines().toList()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
        // Valkey keeps a redis_version for compatibility; its own is the one to tell.
        String version = fields.getOrDefault("valkey_version", fields.getOrDefault("redis_version", "unknown"));
        String name = fields.getOrDefault("server_name", "redis");
        return new ServerInfo(name, version, Long.parseLong(fields.getOrDefault("process_id", "-1")));
    }
}
