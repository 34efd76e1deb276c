package dev.multipool.rpc.protocol.payload;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xerial.snappy.Snappy;

/**
 * Snappy's plain format: the length of the message, then its blocks; without the frames that files have.
 *
 * <p>Its library is native. It is loaded once: where that fails, as on a {@code /tmp} that may not execute, every message is refused
 * with the reason, and the loading is not tried again.
 */
final class SnappyCodec implements Codec {
    private static final Logger log = LoggerFactory.getLogger(SnappyCodec.class);

    private final @Nullable String missing;

    SnappyCodec() {
        this(Snappy::getNativeLibraryVersion);
    }

    /** A codec whose library is loaded by this. */
    SnappyCodec(Runnable loading) {
        this.missing = load(loading);
    }

    private static @Nullable String load(Runnable loading) {
        try {
            loading.run();
            return null;
        } catch (Throwable t) {
            String missing =
                    "its native library can't be loaded here (" + t.getClass().getSimpleName() + ")";
            tell(missing);
            return missing;
        }
    }

    /** A logger that throws must not take the other compressions along. */
    private static void tell(String missing) {
        try {
            log.warn("snappy: {}; such messages are refused (expected: a java.io.tmpdir that may execute)", missing);
        } catch (Throwable unloggable) {
            // each refusal tells it
            return;
        }
    }

    @Override
    public byte[] compress(byte[] message) throws IOException {
        requireLibrary();
        return Snappy.compress(message);
    }

    @Override
    public byte[] decompress(byte[] compressed, int maxBytes) throws IOException {
        requireLibrary();
        int bytes = Snappy.uncompressedLength(compressed);
        // the claim is an unsigned number of 32 bits
        Codec.requireWithin(Integer.toUnsignedLong(bytes), maxBytes);
        byte[] message = new byte[bytes];
        int written = Snappy.uncompress(compressed, 0, compressed.length, message, 0);
        if (written != bytes) {
            throw new IOException("holds " + written + " bytes and claims " + bytes);
        }
        return message;
    }

    private void requireLibrary() throws IOException {
        if (missing != null) {
            throw new IOException(missing);
        }
    }
}
