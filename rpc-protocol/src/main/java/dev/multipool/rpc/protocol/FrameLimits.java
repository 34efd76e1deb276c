package dev.multipool.rpc.protocol;

/**
 * How large a frame may be. Checked against the sizes that a header claims, before anything is allocated by them.
 *
 * @param maxBodyBytes largest body (meta + payload + attachment), in bytes
 * @param maxMetaBytes largest meta, in bytes; at most {@code maxBodyBytes}
 */
public record FrameLimits(int maxBodyBytes, int maxMetaBytes) {
    /** 4 MiB of body, 64 KiB of meta. */
    public static final FrameLimits DEFAULT = new FrameLimits(4 << 20, 64 << 10);

    public FrameLimits {
        if (maxBodyBytes < 1) {
            throw new IllegalArgumentException("maxBodyBytes: " + maxBodyBytes + " (expected: >= 1)");
        }
        if (maxMetaBytes < 1 || maxMetaBytes > maxBodyBytes) {
            throw new IllegalArgumentException(
                    "maxMetaBytes: " + maxMetaBytes + " (expected: 1 to maxBodyBytes: " + maxBodyBytes + ")");
        }
    }
}
