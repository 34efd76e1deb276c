package dev.multipool.rpc.server.app.settings;

import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.RedisTopology;
import dev.multipool.redis.provision.RedisImage;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.tls.TlsException;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of Redis: which, how one is let in, how it is asked, and what is written to it first. */
final class RedisSchema {
    private static final String NONE = "none";
    private static final String PEM_FILE = "a path of a PEM file, or none";
    private static final String WITHOUT_URI = "unless redis.source is a URI";
    private static final String WITHOUT_SENTINELS = "unless redis.source is a redis-sentinel URI";

    static final Setting<RedisRequest> SOURCE = Setting.of(
                    "redis.source",
                    "auto",
                    RedisRequest.EXPECTED,
                    "Where the Redis comes from; auto tries a container, then an embedded one",
                    RedisRequest::parse)
            .withEnvironmentName("MULTIPOOL_REDIS")
            .withDefaultWords("none: must be given; auto with redis.seed-users or redis.seed-items");
    static final Setting<String> USER = Setting.of(
                    "redis.user",
                    NONE,
                    "a name, or none",
                    "ACL user; none is Redis's default user",
                    ValueParsers.text())
            .thatDoesNothing(WITHOUT_URI);
    static final Setting<String> PASSWORD = Setting.of(
                    "redis.password",
                    NONE,
                    "none, or a password from the environment",
                    "The user's password",
                    ValueParsers.text())
            .thatDoesNothing(WITHOUT_URI);
    static final Setting<String> PASSWORD_FILE = Setting.of(
                    "redis.password-file",
                    NONE,
                    "a path of a text file, or none",
                    "File whose first line is the user's password, read at the start",
                    ValueParsers.text())
            .thatDoesNothing(WITHOUT_URI + ", and where redis.password is given");
    static final Setting<String> SENTINEL_PASSWORD = Setting.of(
                    "redis.sentinel-password",
                    NONE,
                    "none, or a password from the environment",
                    "The Sentinels' own password",
                    ValueParsers.text())
            .thatDoesNothing(WITHOUT_SENTINELS);
    static final Setting<String> SENTINEL_PASSWORD_FILE = Setting.of(
                    "redis.sentinel-password-file",
                    NONE,
                    "a path of a text file, or none",
                    "File whose first line is the Sentinels' own password, read at the start",
                    ValueParsers.text())
            .thatDoesNothing(WITHOUT_SENTINELS + ", and where redis.sentinel-password is given");
    static final Setting<String> TLS_TRUST = Setting.of(
            "redis.tls-trust",
            NONE,
            PEM_FILE,
            "Certificates that Redis's must come from; none: those of the JDK. For a rediss URI only, else an error",
            ValueParsers.text());
    static final Setting<String> TLS_CERTIFICATE = Setting.of(
            "redis.tls-certificate",
            NONE,
            PEM_FILE,
            "Certificate that Redis is shown, where it asks for one. For a rediss URI only, else an error",
            ValueParsers.text());
    static final Setting<String> TLS_KEY = Setting.of(
            "redis.tls-key",
            NONE,
            PEM_FILE,
            "That certificate's private key, in PKCS#8, not encrypted",
            ValueParsers.text());
    static final Setting<Boolean> TLS_VERIFY_HOST = Setting.of(
                    "redis.tls-verify-host",
                    "true",
                    "true or false",
                    "Whether Redis's certificate must name the host that was connected to",
                    ValueParsers.yesOrNo())
            .thatDoesNothing("unless redis.source is a rediss URI");
    static final Setting<Duration> REFRESH_INTERVAL = Setting.of(
                    "redis.refresh-interval",
                    "5s",
                    "100ms to 10080m, such as 500ms, 5s or 1m",
                    "How often Sentinels are asked who the master is, and a Cluster which server has which keys, with nothing amiss",
                    ValueParsers.duration(Duration.ofMillis(100)))
            .thatDoesNothing(
                    "for a single server, and where a broken connection or a redirection has them asked at once");
    static final Setting<String> IMAGE = Setting.of(
                    "redis.image",
                    RedisImage.DEFAULT,
                    "an image name",
                    "Container image of the Redis, when it comes from a container; Valkey works too",
                    ValueParsers.text())
            .thatDoesNothing("unless the Redis comes from a container");
    static final Setting<Duration> CONNECT_TIMEOUT = Setting.of(
            "redis.connect-timeout",
            "2s",
            "1ms to 10080m, such as 500ms or 5s",
            "Longest wait for a connection to Redis",
            ValueParsers.duration(Duration.ofMillis(1)));
    static final Setting<Duration> COMMAND_TIMEOUT = Setting.of(
                    "redis.command-timeout",
                    "200ms",
                    "1ms to 10080m, such as 500ms or 5s",
                    "Longest wait for an answer of Redis",
                    ValueParsers.duration(Duration.ofMillis(1)))
            .thatDoesNothing("where less is left of the call's deadline");
    static final Setting<Optional<Duration>> SILENCE_TIMEOUT = Setting.of(
                    "redis.silence-timeout",
                    "auto",
                    "auto, or a duration of at least 50ms, such as 500ms or 5s",
                    "How long a connection may owe replies and bring none of use before it is made again; auto is twice"
                            + " redis.command-timeout, at least 500ms",
                    ValueParsers.unlessAuto(ValueParsers.duration(Duration.ofMillis(50))))
            .thatDoesNothing("while Redis replies in time");
    static final Setting<Integer> REQUEST_QUEUE = Setting.of(
                    "redis.request-queue",
                    "10000",
                    "1 to 1000000",
                    "Most commands that wait for Redis at once on each connection; more are failed",
                    ValueParsers.integer(1, 1_000_000))
            .thatDoesNothing("while fewer wait");
    static final Setting<Integer> CONNECTIONS = Setting.of(
                    "redis.connections",
                    "1",
                    "1 to 1024",
                    "Connections to Redis, to a Cluster so many to each master; where they share the server's event loops,"
                            + " at least one for each of these",
                    ValueParsers.integer(1, 1024))
            .thatDoesNothing("where they share the server's event loops and there are more of these");
    static final Setting<Boolean> GATHER_READS = Setting.of(
                    "redis.gather-reads",
                    "true",
                    "true or false",
                    "Whether reads of asynchronous methods that arrive together travel as one MGET",
                    ValueParsers.yesOrNo())
            .thatDoesNothing("for blocking and virtual methods, for a read that arrives alone, and to a Cluster, which"
                    + " takes no MGET across its slots");
    static final Setting<Integer> SEED_USERS = Setting.of(
                    "redis.seed-users",
                    "0",
                    "0 to 100000000",
                    "Users 1 to N are written before the server listens; 0 writes none",
                    ValueParsers.integer(0, 100_000_000))
            .thatDoesNothing("at 0");
    static final Setting<Integer> SEED = Setting.of(
                    "redis.seed",
                    "42",
                    "0 to 2147483647",
                    "Random seed of the users' and items' contents",
                    ValueParsers.integer(0, Integer.MAX_VALUE))
            .thatDoesNothing("while redis.seed-users and redis.seed-items are 0");

    static final Setting<Integer> SEED_ITEMS = Setting.of(
                    "redis.seed-items",
                    "0",
                    "0 to 100000000",
                    "Items 1 to N are written before the server listens, as many parts each as there are queries; 0 writes none",
                    ValueParsers.integer(0, 100_000_000))
            .thatDoesNothing("at 0");

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
                request(raw),
                raw.isGiven(SOURCE),
                raw.get(IMAGE),
                raw.get(CONNECT_TIMEOUT),
                raw.get(COMMAND_TIMEOUT),
                raw.get(SILENCE_TIMEOUT),
                raw.get(REQUEST_QUEUE),
                raw.get(CONNECTIONS),
                raw.get(GATHER_READS),
                raw.get(SEED_USERS),
                raw.get(SEED_ITEMS),
                raw.get(SEED));
    }

    private static RedisRequest request(RawSettings raw) {
        // all are read, since a value that does not fit is an error also where it would do nothing
        RedisRequest request = raw.get(SOURCE);
        String user = unlessNone(raw.get(USER));
        boolean verifyHost = raw.get(TLS_VERIFY_HOST);
        Duration refreshInterval = raw.get(REFRESH_INTERVAL);
        TlsFiles tls = tls(raw);
        String password = secret(raw, PASSWORD, PASSWORD_FILE);
        String sentinelPassword = secret(raw, SENTINEL_PASSWORD, SENTINEL_PASSWORD_FILE);
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

    private static @Nullable TlsFiles tls(RawSettings raw) {
        String trust = unlessNone(raw.get(TLS_TRUST));
        String certificate = unlessNone(raw.get(TLS_CERTIFICATE));
        String key = unlessNone(raw.get(TLS_KEY));
        if (trust == null && certificate == null && key == null) {
            return null;
        }
        try {
            TlsFiles files = new TlsFiles(path(certificate), path(key), path(trust));
            // made here too, so that files that do not fit are a configuration error like any other
            Tls.client(files);
            return files;
        } catch (IllegalArgumentException | TlsException e) {
            throw new SettingsException("redis.tls-" + e.getMessage());
        }
    }

    /** Not from the command line, which every user of the machine can read, nor from a file that is no secret. */
    private static @Nullable String secret(RawSettings raw, Setting<String> setting, Setting<String> fileSetting) {
        if (!raw.get(setting).equals(NONE)) {
            if (!raw.isFromEnvironment(setting)) {
                throw new SettingsException(setting.key() + ": from " + raw.originOf(setting) + " (expected: from "
                        + setting.environmentName() + ", or a file named by " + fileSetting.key() + ")");
            }
            return raw.get(setting);
        }
        String file = unlessNone(raw.get(fileSetting));
        return file == null ? null : firstLine(fileSetting, file);
    }

    private static String firstLine(Setting<String> setting, String file) {
        String line;
        try {
            line = Files.readString(Path.of(file))
                    .lines()
                    .findFirst()
                    .map(String::strip)
                    .orElse("");
        } catch (IOException e) {
            throw new SettingsException(setting.key() + ": \"" + file + "\" can't be read: "
                    + e.getClass().getSimpleName() + " (expected: a readable file with the password)");
        }
        if (line.isEmpty()) {
            throw new SettingsException(
                    setting.key() + ": \"" + file + "\" has an empty first line (expected: the password)");
        }
        return line;
    }

    private static @Nullable String unlessNone(String text) {
        return text.equals(NONE) ? null : text;
    }

    private static @Nullable Path path(@Nullable String file) {
        return file == null ? null : Path.of(file);
    }
}
