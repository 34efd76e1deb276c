package dev.multipool.rpc.protocol.payload;

import dev.multipool.rpc.protocol.meta.RpcMeta;

/**
 * What is done to a message on its way into a payload.
 *
 * @param compression how it is compressed
 * @param checksum whether a CRC-32C goes along
 */
public record PayloadFormat(Compression compression, boolean checksum) {
    /** The message's bytes as they are. */
    public static final PayloadFormat PLAIN = new PayloadFormat(Compression.NONE, false);

    private static final int NO_CHECKSUM = 0;
    static final int CRC32C = 1;

    /**
     * The format that a frame says its payload has.
     *
     * @throws PayloadException when it is one that we do not know
     */
    public static PayloadFormat of(RpcMeta meta) {
        int compressType = meta.getCompressType();
        int checksumType = meta.getChecksumType();
        if (compressType == 0 && checksumType == NO_CHECKSUM) {
            return PLAIN;
        }
        Compression compression = Compression.forNumber(compressType);
        if (compression == null) {
            throw new PayloadException(
                    "has compress_type " + compressType + " (expected: 0 none, 1 snappy, 2 gzip, 3 zlib or 4 lz4)");
        }
        if (checksumType != NO_CHECKSUM && checksumType != CRC32C) {
            throw new PayloadException("has checksum_type " + checksumType + " (expected: 0 none or 1 crc32c)");
        }
        return new PayloadFormat(compression, checksumType == CRC32C);
    }

    public PayloadFormat withCompression(Compression value) {
        return new PayloadFormat(value, checksum);
    }

    public PayloadFormat withChecksum(boolean value) {
        return new PayloadFormat(compression, value);
    }

    boolean isPlain() {
        return compression == Compression.NONE && !checksum;
    }
}
