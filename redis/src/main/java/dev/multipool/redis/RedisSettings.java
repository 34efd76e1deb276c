package dev.multipool.redis;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a Redis and how long to wait for it.
 *
 * @param uri {@code redis://[user:password@]host[:port][/database]}, or {@code rediss://} for TLS
 * @param commandTimeout the longest a read may take, from the call to its answer
 * @param connectTimeout the longest a connection attempt may take, the handshake included
 * @param requestQueueSize how many commands may wait for an answer on each connection; one more is rejected
 * @param connections how many connections reads are spread over; on borrowed event loops at least one for each loop
 * @param gatherReads whether asynchronous reads that an event loop is asked for together travel as one MGET
 * @param measureCommands whether each command's time is measured: {@link LettuceRepositories#commandTimes()}
 */
public record RedisSettings(
        URI uri,
        Duration commandTimeout,
        Duration connectTimeout,
        int requestQueueSize,
        int connections,
        boolean gatherReads,
        boolean measureCommands) {
    private static final int DEFAULT_PORT = 6379;

    public RedisSettings {
        Objects.requireNonNull(uri, "uri");
        if (!isRedisUri(uri)) {
            throw new IllegalArgumentException(
                    "uri: " + withoutPassword(uri) + " (expected: redis://HOST:PORT or rediss://HOST:PORT)");
        }
        requirePositive("commandTimeout", commandTimeout);
        requirePositive("connectTimeout", connectTimeout);
        if (requestQueueSize < 1) {
            throw new IllegalArgumentException("requestQueueSize: " + requestQueueSize + " (expected: >= 1)");
        }
        if (connections < 1) {
            throw new IllegalArgumentException("connections: " + connections + " (expected: >= 1)");
        }
    }

    /** Settings for this Redis; everything else is the default. */
    public static RedisSettings of(URI uri) {
        return builder(uri).build();
    }

    public static Builder builder(URI uri) {
        return new Builder(uri);
    }

    /** True for {@code redis://HOST…} and {@code rediss://HOST…}, the two kinds of URI this module connects to. */
    public static boolean isRedisUri(URI uri) {
        return ("redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme())) && uri.getHost() != null;
    }

    /** Host and port, as messages name this Redis. */
    public String hostAndPort() {
        return uri.getHost() + ":" + (uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
    }

    /** The settings without the password that the URI may hold. */
    @Override
    public String toString() {
        return "RedisSettings[uri=" + withoutPassword(uri) + ", commandTimeout=" + commandTimeout + ", connectTimeout="
                + connectTimeout + ", requestQueueSize=" + requestQueueSize + ", connections=" + connections
                + ", gatherReads=" + gatherReads + ", measureCommands=" + measureCommands + "]";
    }

    private static String withoutPassword(URI uri) {
        @Nullable String userInfo = uri.getRawUserInfo();
        return userInfo == null ? uri.toString() : uri.toString().replace(userInfo + "@", "***@");
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + ": " + duration + " (expected: > 0)");
        }
    }

    /** Builds {@link RedisSettings}; what is not set keeps its default. */
    public static final class Builder {
        private final URI uri;
        private Duration commandTimeout = Duration.ofMillis(200);
        private Duration connectTimeout = Duration.ofSeconds(2);
        private int requestQueueSize = 2_000;
        private int connections = 1;
        private boolean gatherReads = true;
        private boolean measureCommands;

        private Builder(URI uri) {
            this.uri = uri;
        }

        /** Default: 200 ms. */
        public Builder commandTimeout(Duration commandTimeout) {
            this.commandTimeout = commandTimeout;
            return this;
        }

        /** Default: 2 s. */
        public Builder connectTimeout(Duration connectTimeout) {
            this.connectTimeout = connectTimeout;
            return this;
        }

        /** Default: 2000. */
        public Builder requestQueueSize(int requestQueueSize) {
            this.requestQueueSize = requestQueueSize;
            return this;
        }

        /** Default: 1. */
        public Builder connections(int connections) {
            this.connections = connections;
            return this;
        }

        /** Default: yes. */
        public Builder gatherReads(boolean gatherReads) {
            this.gatherReads = gatherReads;
            return this;
        }

        /** Default: no, since it costs each command two readings of the clock. */
        public Builder measureCommands(boolean measureCommands) {
            this.measureCommands = measureCommands;
            return this;
        }

        public RedisSettings build() {
            return new RedisSettings(
                    uri, commandTimeout, connectTimeout, requestQueueSize, connections, gatherReads, measureCommands);
        }
    }
}
