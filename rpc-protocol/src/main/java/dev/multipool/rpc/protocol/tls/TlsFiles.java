package dev.multipool.rpc.protocol.tls;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files of one end.
 *
 * @param certificate its own certificate and those up to, without, the root; null when it shows none
 * @param key the certificate's private key, PKCS#8, not encrypted; null exactly when {@code certificate} is
 * @param trust the certificates that the other end's must come from; null: on a client those of the JDK, on a server
 *     nobody's, so that clients need not show one
 */
public record TlsFiles(
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path trust) {
    public TlsFiles {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException(
                    certificate == null
                            ? "key: " + key + " (expected: a certificate too)"
                            : "certificate: " + certificate + " (expected: a key too)");
        }
    }

    /** A server with this certificate, which any client may call. */
    public static TlsFiles server(Path certificate, Path key) {
        return new TlsFiles(certificate, key, null);
    }

    /** A server with this certificate, which only clients whose certificates come from {@code trust} may call. */
    public static TlsFiles mutualServer(Path certificate, Path key, Path trust) {
        return new TlsFiles(certificate, key, trust);
    }

    /** A client that shows no certificate and calls servers whose certificates come from {@code trust}. */
    public static TlsFiles client(Path trust) {
        return new TlsFiles(null, null, trust);
    }

    /** A client with this certificate that calls servers whose certificates come from {@code trust}. */
    public static TlsFiles mutualClient(Path certificate, Path key, Path trust) {
        return new TlsFiles(certificate, key, trust);
    }
}
