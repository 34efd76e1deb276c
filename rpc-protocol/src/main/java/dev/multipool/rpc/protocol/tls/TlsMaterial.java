package dev.multipool.rpc.protocol.tls;

import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bytes of {@link TlsFiles} at one moment. */
final class TlsMaterial {
    private final byte @Nullable [] certificate;
    private final byte @Nullable [] key;
    private final byte @Nullable [] trust;

    TlsMaterial(TlsFiles files) {
        certificate = read("certificate", files.certificate());
        key = read("key", files.key());
        trust = read("trust", files.trust());
    }

    private static byte @Nullable [] read(String what, @Nullable Path file) {
        return file == null ? null : PemContent.bytes(what, file);
    }

    byte @Nullable [] certificate() {
        return certificate;
    }

    byte @Nullable [] key() {
        return key;
    }

    byte @Nullable [] trust() {
        return trust;
    }

    boolean sameAs(@Nullable TlsMaterial other) {
        return other != null
                && Arrays.equals(certificate, other.certificate)
                && Arrays.equals(key, other.key)
                && Arrays.equals(trust, other.trust);
    }
}
