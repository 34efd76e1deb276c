package dev.multipool.rpc.server.watch;

import java.nio.file.Path;

/**
 * Where bundles go and how much disk they may use.
 *
 * @param directory made when it is not there
 * @param maxFiles most bundles kept; the oldest go first
 * @param maxFileBytes longest bundle; what is longer is cut off
 */
public record BundleSettings(Path directory, int maxFiles, int maxFileBytes) {
    private static final int DEFAULT_FILE_BYTES = 4 << 20;

    public BundleSettings {
        if (maxFiles < 1) {
            throw new IllegalArgumentException("maxFiles: " + maxFiles + " (expected: >= 1)");
        }
        if (maxFileBytes < 1024) {
            throw new IllegalArgumentException("maxFileBytes: " + maxFileBytes + " (expected: >= 1024)");
        }
    }

    /** Bundles of at most 4 MiB. */
    public static BundleSettings of(Path directory, int maxFiles) {
        return new BundleSettings(directory, maxFiles, DEFAULT_FILE_BYTES);
    }
}
