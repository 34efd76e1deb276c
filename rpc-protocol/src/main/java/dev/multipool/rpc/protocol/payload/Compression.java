package dev.multipool.rpc.protocol.payload;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a payload is compressed, by the numbers of the wire. */
public enum Compression {
    NONE(0, null),
    SNAPPY(1, new SnappyCodec()),
    GZIP(2, DeflateCodec.gzip()),
    ZLIB(3, DeflateCodec.zlib()),
    LZ4(4, new Lz4Codec());

    private final int number;

    @SuppressWarnings("ImmutableEnumChecker") // codecs are stateless
    private final @Nullable Codec codec;

    Compression(int number, @Nullable Codec codec) {
        this.number = number;
        this.codec = codec;
    }

    /** The compression with this {@code compress_type}, or null when there is none. */
    public static @Nullable Compression forNumber(int number) {
        for (Compression compression : values()) {
            if (compression.number == number) {
                return compression;
            }
        }
        return null;
    }

    /** The {@code compress_type} on the wire. */
    public int number() {
        return number;
    }

    byte[] compress(byte[] message) throws IOException {
        return codec == null ? message : codec.compress(message);
    }

    /**
     * Undoes {@link #compress}.
     *
     * @throws PayloadException when the bytes are not of this compression, or come to more than {@code maxBytes}: found
     *     out before that much is allocated
     */
    byte[] decompress(ByteBuf payload, int maxBytes) {
        byte[] compressed = new byte[payload.readableBytes()];
        payload.getBytes(payload.readerIndex(), compressed);
        if (codec == null) {
            return compressed;
        }
        try {
            return codec.decompress(compressed, maxBytes);
        } catch (IOException e) {
            throw new PayloadException(
                    "can't be unpacked: " + e.getMessage() + " (expected: bytes compressed by " + this + ")");
        }
    }

    /** As people write it: {@code gzip}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
