package dev.multipool.rpc.server.app.settings;

import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.RedisTopology;
import dev.multipool.redis.provision.RedisImage;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.tls.TlsException;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of Redis: which, how one is let in, how it is asked, and what is written to it first. */
final class RedisSchema {
    private static final String NONE = "none";
    private static final String WITHOUT_URI = "unless redis.source is a URI";
    private static final String WITHOUT_SENTINELS = "unless redis.source is a redis-sentinel URI";

    static final Setting<RedisRequest> SOURCE = Setting.of(
                    "redis.source",
                    "auto",
                    new ValueType<>(RedisRequest.EXPECTED, RedisRequest::parse),
                    "Where the Redis comes from; auto tries a container, then an embedded one")
            .withEnvironmentName("MULTIPOOL_REDIS")
            .withFlag("--redis", "URI|container|embedded|auto")
            .withDefaultWords("none: must be given; auto with redis.seed-users or redis.seed-items");
    static final Setting<Optional<String>> USER = Setting.of(
                    "redis.user", NONE, ValueTypes.text("a name").or(NONE), "ACL user; none is Redis's default user")
            .thatDoesNothing(WITHOUT_URI);
    static final Setting<Optional<String>> PASSWORD = Setting.of(
                    "redis.password",
                    NONE,
                    ValueTypes.text("a password from the environment").or(NONE),
                    "The user's password")
            .thatDoesNothing(WITHOUT_URI);
    static final Setting<Optional<Path>> PASSWORD_FILE = Setting.of(
                    "redis.password-file",
                    NONE,
                    ValueTypes.file("a text file").or(NONE),
                    "File whose first line is the user's password, read at the start")
            .thatDoesNothing(WITHOUT_URI + ", and where redis.password is given");
    static final Setting<Optional<String>> SENTINEL_PASSWORD = Setting.of(
                    "redis.sentinel-password",
                    NONE,
                    ValueTypes.text("a password from the environment").or(NONE),
                    "The Sentinels' own password")
            .thatDoesNothing(WITHOUT_SENTINELS);
    static final Setting<Optional<Path>> SENTINEL_PASSWORD_FILE = Setting.of(
                    "redis.sentinel-password-file",
                    NONE,
                    ValueTypes.file("a text file").or(NONE),
                    "File whose first line is the Sentinels' own password, read at the start")
            .thatDoesNothing(WITHOUT_SENTINELS + ", and where redis.sentinel-password is given");
    static final Setting<Optional<Path>> TLS_TRUST = Setting.of(
            "redis.tls-trust",
            NONE,
            ValueTypes.file("a PEM file").or(NONE),
            "Certificates that Redis's must come from; none: those of the JDK. For a rediss URI only, else an error");
    static final Setting<Optional<Path>> TLS_CERTIFICATE = Setting.of(
            "redis.tls-certificate",
            NONE,
            ValueTypes.file("a PEM file").or(NONE),
            "Certificate that Redis is shown, where it asks for one. For a rediss URI only, else an error");
    static final Setting<Optional<Path>> TLS_KEY = Setting.of(
            "redis.tls-key",
            NONE,
            ValueTypes.file("a PEM file").or(NONE),
            "That certificate's private key, in PKCS#8, not encrypted");
    static final Setting<Boolean> TLS_VERIFY_HOST = Setting.of(
                    "redis.tls-verify-host",
                    "true",
                    ValueTypes.trueOrFalse(),
                    "Whether Redis's certificate must name the host that was connected to")
            .thatDoesNothing("unless redis.source is a rediss URI");
    static final Setting<Duration> REFRESH_INTERVAL = Setting.of(
                    "redis.refresh-interval",
                    "5s",
                    ValueTypes.duration(Duration.ofMillis(100)),
                    "How often Sentinels are asked who the master is, and a Cluster which server has which keys, with nothing amiss")
            .thatDoesNothing(
                    "for a single server, and where a broken connection or a redirection has them asked at once");
    static final Setting<String> IMAGE = Setting.of(
                    "redis.image",
                    RedisImage.DEFAULT,
                    ValueTypes.text("an image name"),
                    "Container image of the Redis, when it comes from a container; Valkey works too")
            .thatDoesNothing("unless the Redis comes from a container");
    static final Setting<Duration> CONNECT_TIMEOUT = Setting.of(
            "redis.connect-timeout",
            "2s",
            ValueTypes.duration(Duration.ofMillis(1)),
            "Longest wait for a connection to Redis");
    static final Setting<Duration> COMMAND_TIMEOUT = Setting.of(
                    "redis.command-timeout",
                    "200ms",
                    ValueTypes.duration(Duration.ofMillis(1)),
                    "Longest wait for an answer of Redis")
            .thatDoesNothing("where less is left of the call's deadline");
    static final Setting<Optional<Duration>> SILENCE_TIMEOUT = Setting.of(
                    "redis.silence-timeout",
                    "auto",
                    ValueTypes.duration(Duration.ofMillis(50)).or("auto"),
                    "How long a connection may owe replies and bring none of use before it is made again; auto is twice"
                            + " redis.command-timeout, at least 500ms")
            .thatDoesNothing("while Redis replies in time");
    static final Setting<Integer> REQUEST_QUEUE = Setting.of(
                    "redis.request-queue",
                    "10000",
                    ValueTypes.integer(1, 1_000_000),
                    "Most commands that wait for Redis at once on each connection; more are failed")
            .thatDoesNothing("while fewer wait");
    static final Setting<Integer> CONNECTIONS = Setting.of(
                    "redis.connections",
                    "1",
                    ValueTypes.integer(1, 1024),
                    "Connections to Redis, to a Cluster so many to each master; where they share the server's event loops,"
                            + " at least one for each of these")
            .thatDoesNothing("where they share the server's event loops and there are more of these");
    static final Setting<Boolean> GATHER_READS = Setting.of(
                    "redis.gather-reads",
                    "true",
                    ValueTypes.trueOrFalse(),
                    "Whether reads of asynchronous methods that arrive together travel as one MGET")
            .thatDoesNothing("for blocking and virtual methods, for a read that arrives alone, and to a Cluster, which"
                    + " takes no MGET across its slots");
    static final Setting<Integer> SEED_USERS = Setting.of(
                    "redis.seed-users",
                    "0",
                    ValueTypes.integer(0, 100_000_000),
                    "Users 1 to N are written before the server listens; 0 writes none")
            .withFlag("--seed-users", "N")
            .thatDoesNothing("at 0");
    static final Setting<Integer> SEED = Setting.of(
                    "redis.seed",
                    "42",
                    ValueTypes.integer(0, Integer.MAX_VALUE),
                    "Random seed of the users' and items' contents")
            .thatDoesNothing("while redis.seed-users and redis.seed-items are 0");

    static final Setting<Integer> SEED_ITEMS = Setting.of(
                    "redis.seed-items",
                    "0",
                    ValueTypes.integer(0, 100_000_000),
                    "Items 1 to N are written before the server listens, as many parts each as there are queries; 0 writes none")
            .thatDoesNothing("at 0");

    private static final Secret SECRET_PASSWORD = new Secret(PASSWORD, PASSWORD_FILE, "password");
    private static final Secret SECRET_SENTINEL_PASSWORD =
            new Secret(SENTINEL_PASSWORD, SENTINEL_PASSWORD_FILE, "password");

    private RedisSchema() {}

    static List<Setting<?>> all() {
        return List.of(
                SOURCE,
                USER,
                PASSWORD,
                PASSWORD_FILE,
                SENTINEL_PASSWORD,
                SENTINEL_PASSWORD_FILE,
                TLS_TRUST,
                TLS_CERTIFICATE,
                TLS_KEY,
                TLS_VERIFY_HOST,
                REFRESH_INTERVAL,
                IMAGE,
                CONNECT_TIMEOUT,
                COMMAND_TIMEOUT,
                SILENCE_TIMEOUT,
                REQUEST_QUEUE,
                CONNECTIONS,
                GATHER_READS,
                SEED_USERS,
                SEED_ITEMS,
                SEED);
    }

    static ServerSettings.Redis read(RawSettings raw) {
        return new ServerSettings.Redis(
                readRequest(raw),
                raw.isGiven(SOURCE),
                raw.get(IMAGE),
                new ServerSettings.RedisConnections(
                        raw.get(CONNECT_TIMEOUT),
                        raw.get(COMMAND_TIMEOUT),
                        raw.get(SILENCE_TIMEOUT),
                        raw.get(REQUEST_QUEUE),
                        raw.get(CONNECTIONS),
                        raw.get(GATHER_READS)),
                new ServerSettings.RedisSeed(raw.get(SEED_USERS), raw.get(SEED_ITEMS), raw.get(SEED)));
    }

    private static RedisRequest readRequest(RawSettings raw) {
        // all are read, since a value that does not fit is an error also where it would do nothing
        RedisRequest request = raw.get(SOURCE);
        @Nullable String user = raw.get(USER).orElse(null);
        boolean verifyHost = raw.get(TLS_VERIFY_HOST);
        Duration refreshInterval = raw.get(REFRESH_INTERVAL);
        TlsFiles tls = readTls(raw);
        @Nullable String password = SECRET_PASSWORD.read(raw).orElse(null);
        @Nullable String sentinelPassword = SECRET_SENTINEL_PASSWORD.read(raw).orElse(null);
        RedisTarget given = request.target();
        if (given == null || !given.usesTls()) {
            requireNoTls(tls, request);
        }
        if (given == null) {
            return request;
        }
        try {
            return RedisRequest.given(RedisTarget.builder(given.uri())
                    .login(user, password)
                    .sentinelPassword(given.topology() == RedisTopology.SENTINEL ? sentinelPassword : null)
                    .tls(tls)
                    .verifyHost(verifyHost)
                    .refreshInterval(refreshInterval)
                    .build());
        } catch (IllegalArgumentException e) {
            throw new SettingsException("redis." + e.getMessage());
        }
    }

    /** Who gave a certificate believes that the link is encrypted. */
    private static void requireNoTls(@Nullable TlsFiles tls, RedisRequest request) {
        if (tls != null) {
            String key = (tls.trust() == null ? TLS_CERTIFICATE : TLS_TRUST).key();
            throw new SettingsException(
                    key + ": given (expected: none, since redis.source is " + request + " and no rediss URI)");
        }
    }

    private static @Nullable TlsFiles readTls(RawSettings raw) {
        @Nullable Path trust = raw.get(TLS_TRUST).orElse(null);
        @Nullable Path certificate = raw.get(TLS_CERTIFICATE).orElse(null);
        @Nullable Path key = raw.get(TLS_KEY).orElse(null);
        if (trust == null && certificate == null && key == null) {
            return null;
        }
        try {
            TlsFiles files = new TlsFiles(certificate, key, trust);
            // made here too, so that files that do not fit are a configuration error like any other
            Tls.client(files);
            return files;
        } catch (IllegalArgumentException | TlsException e) {
            throw new SettingsException("redis.tls-" + e.getMessage());
        }
    }
}
