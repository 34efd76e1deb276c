package dev.multipool.redis;

import dev.multipool.rpc.protocol.tls.TlsFiles;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which Redis, and how to be let in.
 *
 * <pre>{@code
 * RedisTarget.builder(URI.create("rediss-cluster://10.0.0.1:6379,10.0.0.2:6379"))
 *         .login("users-reader", password)
 *         .tls(TlsFiles.client(Path.of("redis-ca.pem")))
 *         .build();
 * }</pre>
 *
 * @param uri one of
 *     <ul>
 *       <li>{@code redis://[user:password@]HOST[:PORT][/DATABASE]}: one server;
 *       <li>{@code redis-sentinel://[user:password@]HOST[:PORT],HOST[:PORT]…[/DATABASE]#MASTER}: the master of this name,
 *           which these Sentinels know; user and password are the master's;
 *       <li>{@code redis-cluster://[user:password@]HOST[:PORT],HOST[:PORT]…}: the Cluster that these servers belong to;
 *     </ul>
 *     and each with {@code rediss} for TLS
 * @param user the ACL user; null: Redis's default one
 * @param password the user's, also when it came in the URI; null: none is asked for
 * @param sentinelPassword the Sentinels' own; null: they ask for none
 * @param tls PEM files: the certificates that the servers' must come from and, where they ask for it, our own certificate
 *     with its key; null: the JDK's certificates. They are read anew for each connection
 * @param verifyHost whether a server's certificate must name the host that was connected to
 * @param refreshInterval how often Sentinels are asked who the master is, and a Cluster who has which keys, with nothing
 *     amiss; with a broken connection or a redirection they are asked at once
 */
public record RedisTarget(
        URI uri,
        @Nullable String user,
        @Nullable String password,
        @Nullable String sentinelPassword,
        @Nullable TlsFiles tls,
        boolean verifyHost,
        Duration refreshInterval) {
    /** The URIs that are understood, for messages. */
    public static final String EXPECTED = RedisAddress.EXPECTED;

    public RedisTarget {
        Objects.requireNonNull(uri, "uri");
        RedisAddress address = RedisAddress.of(uri);
        user = once("user", user, address.user());
        password = once("password", password, address.password());
        if (user != null && password == null) {
            throw new IllegalArgumentException("user: " + user + " (expected: a password too)");
        }
        if (sentinelPassword != null && address.topology() != RedisTopology.SENTINEL) {
            throw new IllegalArgumentException("sentinelPassword: given (expected: with a redis-sentinel:// URI only)");
        }
        if (tls != null && !address.tls()) {
            throw new IllegalArgumentException("tls: " + tls + " (expected: with a rediss URI only)");
        }
        if (refreshInterval.isNegative() || refreshInterval.isZero()) {
            throw new IllegalArgumentException("refreshInterval: " + refreshInterval + " (expected: > 0)");
        }
    }

    private static @Nullable String once(String what, @Nullable String given, @Nullable String ofUri) {
        if (given != null && ofUri != null && !given.equals(ofUri)) {
            throw new IllegalArgumentException(what + ": given twice (expected: in the URI or by itself)");
        }
        return given == null ? ofUri : given;
    }

    /** The Redis at this URI; everything else is the default. */
    public static RedisTarget of(URI uri) {
        return builder(uri).build();
    }

    public static Builder builder(URI uri) {
        return new Builder(uri);
    }

    public RedisTopology topology() {
        return address().topology();
    }

    /** Whether the connections are encrypted. */
    public boolean usesTls() {
        return address().tls();
    }

    /** As messages name it, after the word "redis": {@code at 127.0.0.1:6379}. */
    public String where() {
        return address().where();
    }

    /** The URI without user and password. */
    public String uriWithoutLogin() {
        return address().toString();
    }

    RedisAddress address() {
        return RedisAddress.of(uri);
    }

    /** Without passwords. */
    @Override
    public String toString() {
        return "RedisTarget[uri=" + uriWithoutLogin() + ", user=" + user + ", tls=" + tls + ", verifyHost=" + verifyHost
                + ", refreshInterval=" + refreshInterval + "]";
    }

    /** Builds a {@link RedisTarget}; what is not set keeps its default. */
    public static final class Builder {
        private final URI uri;
        private @Nullable String user;
        private @Nullable String password;
        private @Nullable String sentinelPassword;
        private @Nullable TlsFiles tls;
        private boolean verifyHost = true;
        private Duration refreshInterval = Duration.ofSeconds(5);

        private Builder(URI uri) {
            this.uri = uri;
        }

        /**
         * Default: what the URI says, else no password.
         *
         * @param user null: Redis's default user
         */
        public Builder login(@Nullable String user, @Nullable String password) {
            this.user = user;
            this.password = password;
            return this;
        }

        /** Default: none. */
        public Builder sentinelPassword(@Nullable String sentinelPassword) {
            this.sentinelPassword = sentinelPassword;
            return this;
        }

        /** Default: trust in the JDK's certificates, and none of our own. */
        public Builder tls(@Nullable TlsFiles tls) {
            this.tls = tls;
            return this;
        }

        /** Default: yes. */
        public Builder verifyHost(boolean verifyHost) {
            this.verifyHost = verifyHost;
            return this;
        }

        /** Default: 5 s. */
        public Builder refreshInterval(Duration refreshInterval) {
            this.refreshInterval = refreshInterval;
            return this;
        }

        public RedisTarget build() {
            return new RedisTarget(uri, user, password, sentinelPassword, tls, verifyHost, refreshInterval);
        }
    }
}
