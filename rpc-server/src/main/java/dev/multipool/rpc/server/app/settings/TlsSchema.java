package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.tls.TlsException;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.server.credential.CredentialFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of who may call the server, and who can listen in. */
final class TlsSchema {
    private static final String NONE = "none";

    static final Setting<Optional<Path>> CERTIFICATE = Setting.of(
            "tls.certificate",
            NONE,
            ValueTypes.file("a PEM file").or(NONE),
            "The server's certificate and those up to its root; with it and tls.key the server takes TLS connections only");
    static final Setting<Optional<Path>> KEY = Setting.of(
            "tls.key",
            NONE,
            ValueTypes.file("a PEM file").or(NONE),
            "The certificate's private key, in PKCS#8, not encrypted");
    static final Setting<Optional<Path>> TRUST = Setting.of(
            "tls.trust",
            NONE,
            ValueTypes.file("a PEM file").or(NONE),
            "Certificates that clients' must come from; with it clients without one are turned away");
    static final Setting<Duration> RELOAD_INTERVAL = Setting.of(
                    "tls.reload-interval",
                    "10s",
                    ValueTypes.duration(Duration.ofMillis(100)),
                    "How often these files, and server.credentials-file, are looked at for changes")
            .thatDoesNothing("without TLS and credentials");
    static final Setting<Optional<Path>> CREDENTIALS_FILE = Setting.of(
            "server.credentials-file",
            NONE,
            ValueTypes.file("a text file").or(NONE),
            "Secrets, one a line, of which the first call of each connection must bring one; none asks for none");

    static final Setting<Integer> MAX_WRONG_CREDENTIALS = Setting.of(
                    "server.max-wrong-credentials",
                    "60",
                    ValueTypes.integer(1, 1_000_000),
                    "Wrong credentials from one address, within a minute, after which none from there is looked at until the"
                            + " minute is over")
            .thatDoesNothing("for connections that are open");

    private TlsSchema() {}

    static List<Setting<?>> all() {
        return List.of(CERTIFICATE, KEY, TRUST, RELOAD_INTERVAL, CREDENTIALS_FILE, MAX_WRONG_CREDENTIALS);
    }

    static SecuritySettings read(RawSettings raw) {
        return new SecuritySettings(
                readTls(raw), raw.get(RELOAD_INTERVAL), readCredentials(raw), raw.get(MAX_WRONG_CREDENTIALS));
    }

    private static @Nullable TlsFiles readTls(RawSettings raw) {
        Path certificate = raw.get(CERTIFICATE).orElse(null);
        Path key = raw.get(KEY).orElse(null);
        Path trust = raw.get(TRUST).orElse(null);
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

    private static @Nullable CredentialFile readCredentials(RawSettings raw) {
        Path file = raw.get(CREDENTIALS_FILE).orElse(null);
        if (file == null) {
            return null;
        }
        try {
            return CredentialFile.read(file);
        } catch (IllegalArgumentException e) {
            throw new SettingsException(CREDENTIALS_FILE.key() + ": " + e.getMessage());
        }
    }
}
