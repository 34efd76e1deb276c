package dev.multipool.rpc.protocol.payload;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyLoader;

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
        this(SnappyCodec::loadLeavingNoFile);
    }

    /** A codec whose library is loaded by this. */
    SnappyCodec(Runnable loading) {
        this.missing = load(loading);
    }

    /**
     * The library is unpacked into a file that only an orderly end of the JVM deletes. So it gets a folder of its own, which
     * is deleted once the library is in memory.
     */
    private static void loadLeavingNoFile() {
        String before = System.getProperty(SnappyLoader.KEY_SNAPPY_TEMPDIR);
        File folder = newFolder(before == null ? System.getProperty("java.io.tmpdir") : before);
        System.setProperty(SnappyLoader.KEY_SNAPPY_TEMPDIR, folder.getPath());
        try {
            Snappy.getNativeLibraryVersion();
        } finally {
            if (before == null) {
                System.clearProperty(SnappyLoader.KEY_SNAPPY_TEMPDIR);
            } else {
                System.setProperty(SnappyLoader.KEY_SNAPPY_TEMPDIR, before);
            }
            delete(folder);
        }
    }

    private static File newFolder(String parent) {
        try {
            return Files.createTempDirectory(Path.of(parent), "multipool-snappy-")
                    .toFile();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A system that keeps the files of loaded libraries keeps this one until the JVM ends. */
    private static void delete(File folder) {
        File[] unpacked = folder.listFiles();
        if (unpacked != null) {
            for (File file : unpacked) {
                file.delete();
            }
        }
        if (!folder.delete()) {
            folder.deleteOnExit();
        }
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
