package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.tls.TlsException;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.server.CredentialFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings of who may call the server, and who can listen in. */
final class TlsSchema {
    private static final String NO_FILE = "none";
    private static final String PEM_FILE = "a path of a PEM file, or none";

    static final Setting<String> CERTIFICATE = Setting.of(
            "tls.certificate",
            NO_FILE,
            PEM_FILE,
            "The server's certificate and those up to its root; with it and tls.key the server takes TLS connections only",
            ValueParsers.text());
    static final Setting<String> KEY = Setting.of(
            "tls.key",
            NO_FILE,
            PEM_FILE,
            "The certificate's private key, in PKCS#8, not encrypted",
            ValueParsers.text());
    static final Setting<String> TRUST = Setting.of(
            "tls.trust",
            NO_FILE,
            PEM_FILE,
            "Certificates that clients' must come from; with it clients without one are turned away",
            ValueParsers.text());
    static final Setting<Duration> RELOAD_INTERVAL = Setting.of(
                    "tls.reload-interval",
                    "10s",
                    "100ms to 10080m, such as 500ms, 5s or 1m",
                    "How often these files, and server.credentials-file, are looked at for changes",
                    ValueParsers.duration(Duration.ofMillis(100)))
            .thatDoesNothing("without TLS and credentials");
    static final Setting<String> CREDENTIALS_FILE = Setting.of(
            "server.credentials-file",
            NO_FILE,
            "a path of a text file, or none",
            "Secrets, one a line, of which the first call of each connection must bring one; none asks for none",
            ValueParsers.text());

    static final Setting<Integer> MAX_WRONG_CREDENTIALS = Setting.of(
                    "server.max-wrong-credentials",
                    "60",
                    "1 to 1000000",
                    "Wrong credentials from one address, within a minute, after which none from there is looked at until the"
                            + " minute is over",
                    ValueParsers.integer(1, 1_000_000))
            .thatDoesNothing("for connections that are open");

    private TlsSchema() {}

    static List<Setting<?>> all() {
        return List.of(CERTIFICATE, KEY, TRUST, RELOAD_INTERVAL, CREDENTIALS_FILE, MAX_WRONG_CREDENTIALS);
    }

    static SecuritySettings read(RawSettings raw) {
        return new SecuritySettings(
                tls(raw), raw.get(RELOAD_INTERVAL), credentials(raw), raw.get(MAX_WRONG_CREDENTIALS));
    }

    private static @Nullable TlsFiles tls(RawSettings raw) {
        Path certificate = file(raw.get(CERTIFICATE));
        Path key = file(raw.get(KEY));
        Path trust = file(raw.get(TRUST));
        if (certificate == null && key == null && trust == null) {
            return null;
        }
        try {
            TlsFiles files = new TlsFiles(certificate, key, trust);
            // made here too, so that files that do not fit are a configuration error like any other
            Tls.server(files);
            return files;
        } catch (IllegalArgumentException | TlsException e) {
            throw new SettingsException("tls." + e.getMessage());
        }
    }

    private static @Nullable CredentialFile credentials(RawSettings raw) {
        Path file = file(raw.get(CREDENTIALS_FILE));
        if (file == null) {
            return null;
        }
        try {
            return CredentialFile.read(file);
        } catch (IllegalArgumentException e) {
            throw new SettingsException(CREDENTIALS_FILE.key() + ": " + e.getMessage());
        }
    }

    private static @Nullable Path file(String text) {
        return text.equals(NO_FILE) ? null : Path.of(text);
    }
}
