package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.server.admin.AdminSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of the admin port, of what is slow, and of exhaustion bundles. */
final class AdminSchema {
    private static final String NONE = "none";
    private static final String WITHOUT_PORT = "without an admin.port";

    static final Setting<String> HOST = Setting.of(
                    "admin.host",
                    "127.0.0.1",
                    ValueTypes.text("a host name or address"),
                    "Address of the admin port; off loopback it needs a token, or neither changes nor profiling")
            .thatDoesNothing(WITHOUT_PORT);
    static final Setting<Optional<Integer>> PORT = Setting.of(
                    "admin.port",
                    NONE,
                    ValueTypes.integer(0, 65_535).or(NONE),
                    "Port for health, pools, threads, metrics over HTTP; 0 takes a free one, none opens none")
            .withFlag("--admin-port", "N");
    static final Setting<Optional<String>> TOKEN = Setting.of(
                    "admin.token",
                    NONE,
                    ValueTypes.text("at least 16 characters from the environment")
                            .or(NONE),
                    "What requests that change something or profile must carry: Authorization: Bearer TOKEN")
            .thatDoesNothing(WITHOUT_PORT);
    static final Setting<Optional<Path>> TOKEN_FILE = Setting.of(
                    "admin.token-file",
                    NONE,
                    ValueTypes.file("a text file").or(NONE),
                    "File whose first line is the token")
            .thatDoesNothing("without an admin.port, and where admin.token is given");
    static final Setting<Boolean> ALLOW_CHANGES = Setting.of(
                    "admin.allow-changes",
                    "true",
                    ValueTypes.trueOrFalse(),
                    "Whether PUT /pools/NAME may resize a pool")
            .thatDoesNothing(WITHOUT_PORT);
    static final Setting<Boolean> ALLOW_PROFILE = Setting.of(
                    "admin.allow-profile",
                    "false",
                    ValueTypes.trueOrFalse(),
                    "Whether /profile may run async-profiler in this process")
            .thatDoesNothing(WITHOUT_PORT);
    static final Setting<Duration> SLOW_CALL = Setting.of(
            "admin.slow-call",
            "100ms",
            ValueTypes.duration(Duration.ofMillis(1)),
            "From which response time on a call is kept among the last 100 slow ones");
    static final Setting<Path> BUNDLE_DIRECTORY = Setting.of(
                    "exhaustion.directory",
                    Path.of(System.getProperty("java.io.tmpdir"), "multipool-" + System.getProperty("user.name"))
                            .toString(),
                    new ValueType<>("a directory, which is made", Path::of),
                    "Where a bundle is written when a pool is exhausted, at most once a minute")
            .thatDoesNothing("until a pool is exhausted")
            .withDefaultWords("multipool-USER in the directory for temporary files");
    static final Setting<Integer> BUNDLE_FILES = Setting.of(
                    "exhaustion.max-files",
                    "10",
                    ValueTypes.integer(1, 1000),
                    "Most bundles kept, of at most 4 MiB each; the oldest go first")
            .thatDoesNothing("while there are fewer");

    private static final Secret SECRET_TOKEN = new Secret(TOKEN, TOKEN_FILE, "token");

    private AdminSchema() {}

    static List<Setting<?>> all() {
        return List.of(
                HOST, PORT, TOKEN, TOKEN_FILE, ALLOW_CHANGES, ALLOW_PROFILE, SLOW_CALL, BUNDLE_DIRECTORY, BUNDLE_FILES);
    }

    static OperationSettings read(RawSettings raw) {
        return new OperationSettings(
                readAdmin(raw),
                raw.get(SLOW_CALL),
                AdmissionSchema.readObjective(raw),
                new OperationSettings.Bundles(raw.get(BUNDLE_DIRECTORY), raw.get(BUNDLE_FILES)),
                TracingSchema.read(raw));
    }

    private static Optional<AdminSettings> readAdmin(RawSettings raw) {
        @Nullable String token = SECRET_TOKEN.read(raw).orElse(null);
        try {
            return raw.get(PORT)
                    .map(port -> new AdminSettings(
                            raw.get(HOST), port, token, raw.get(ALLOW_CHANGES), raw.get(ALLOW_PROFILE)));
        } catch (IllegalArgumentException e) {
            throw new SettingsException("admin." + e.getMessage());
        }
    }
}
