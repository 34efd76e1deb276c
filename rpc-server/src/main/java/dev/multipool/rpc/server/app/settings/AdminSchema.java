package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.server.admin.AdminSettings;
import java.io.IOException;
import java.nio.file.Files;
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
                    "a host name or address",
                    "Address of the admin port; off loopback it needs a token, or neither changes nor profiling",
                    ValueParsers.text())
            .thatDoesNothing(WITHOUT_PORT);
    static final Setting<Optional<Integer>> PORT = Setting.of(
            "admin.port",
            NONE,
            "none, or 0 to 65535",
            "Port for health, pools, threads, metrics over HTTP; 0 takes a free one, none opens none",
            text -> text.equals(NONE)
                    ? Optional.empty()
                    : Optional.of(ValueParsers.integer(0, 65_535).apply(text)));
    static final Setting<String> TOKEN = Setting.of(
                    "admin.token",
                    NONE,
                    "none, or at least 16 characters from the environment",
                    "What requests that change something or profile must carry: Authorization: Bearer TOKEN",
                    ValueParsers.text())
            .thatDoesNothing(WITHOUT_PORT);
    static final Setting<String> TOKEN_FILE = Setting.of(
                    "admin.token-file",
                    NONE,
                    "none, or a file",
                    "File whose first line is the token",
                    ValueParsers.text())
            .thatDoesNothing("without an admin.port, and where admin.token is given");
    static final Setting<Boolean> ALLOW_CHANGES = Setting.of(
                    "admin.allow-changes",
                    "true",
                    "true or false",
                    "Whether PUT /pools/NAME may resize a pool",
                    ValueParsers.yesOrNo())
            .thatDoesNothing(WITHOUT_PORT);
    static final Setting<Boolean> ALLOW_PROFILE = Setting.of(
                    "admin.allow-profile",
                    "false",
                    "true or false",
                    "Whether /profile may run async-profiler in this process",
                    ValueParsers.yesOrNo())
            .thatDoesNothing(WITHOUT_PORT);
    static final Setting<Duration> SLOW_CALL = Setting.of(
            "admin.slow-call",
            "100ms",
            "1ms to 10080m, such as 500ms or 5s",
            "From which response time on a call is kept among the last 100 slow ones",
            ValueParsers.duration(Duration.ofMillis(1)));
    static final Setting<String> BUNDLE_DIRECTORY = Setting.of(
                    "exhaustion.directory",
                    Path.of(System.getProperty("java.io.tmpdir"), "multipool-" + System.getProperty("user.name"))
                            .toString(),
                    "a directory, which is made",
                    "Where a bundle is written when a pool is exhausted, at most once a minute",
                    ValueParsers.text())
            .thatDoesNothing("until a pool is exhausted")
            .withDefaultWords("multipool-USER in the directory for temporary files");
    static final Setting<Integer> BUNDLE_FILES = Setting.of(
                    "exhaustion.max-files",
                    "10",
                    "1 to 1000",
                    "Most bundles kept, of at most 4 MiB each; the oldest go first",
                    ValueParsers.integer(1, 1000))
            .thatDoesNothing("while there are fewer");

    private AdminSchema() {}

    static List<Setting<?>> all() {
        return List.of(
                HOST, PORT, TOKEN, TOKEN_FILE, ALLOW_CHANGES, ALLOW_PROFILE, SLOW_CALL, BUNDLE_DIRECTORY, BUNDLE_FILES);
    }

    static OperationSettings read(RawSettings raw) {
        return new OperationSettings(
                admin(raw),
                raw.get(SLOW_CALL),
                AdmissionSchema.objective(raw),
                new OperationSettings.Bundles(Path.of(raw.get(BUNDLE_DIRECTORY)), raw.get(BUNDLE_FILES)),
                TracingSchema.read(raw));
    }

    private static Optional<AdminSettings> admin(RawSettings raw) {
        String token = token(raw);
        try {
            return raw.get(PORT)
                    .map(port -> new AdminSettings(
                            raw.get(HOST), port, token, raw.get(ALLOW_CHANGES), raw.get(ALLOW_PROFILE)));
        } catch (IllegalArgumentException e) {
            throw new SettingsException("admin." + e.getMessage());
        }
    }

    private static @Nullable String token(RawSettings raw) {
        String token = raw.get(TOKEN);
        String file = raw.get(TOKEN_FILE);
        if (!token.equals(NONE)) {
            if (!raw.isFromEnvironment(TOKEN)) {
                throw new SettingsException(TOKEN.key() + ": from " + raw.originOf(TOKEN) + " (expected: from "
                        + TOKEN.environmentName() + ", or a file named by " + TOKEN_FILE.key() + ")");
            }
            return token;
        }
        return file.equals(NONE) ? null : firstLine(file);
    }

    private static String firstLine(String file) {
        try {
            return Files.readString(Path.of(file))
                    .lines()
                    .findFirst()
                    .map(String::strip)
                    .orElse("");
        } catch (IOException e) {
            throw new SettingsException(
                    TOKEN_FILE.key() + ": \"" + file + "\": " + e + " (expected: a readable file with the token)");
        }
    }
}
