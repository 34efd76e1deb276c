package dev.multipool.rpc.protocol.payload;

import com.google.protobuf.ByteString;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The checksum of a payload as brpc writes it: CRC-32C of the bytes on the wire (compressed, when they are), rotated and
 * offset as in LevelDB so that a checksum of bytes with checksums in them is still a good one, four bytes big-endian.
 */
final class Crc32c {
    static final int BYTES = 4;
    private static final int MASK_DELTA = 0xa282ead8;
    private static final int MASK_ROTATION = 15;

    private Crc32c() {}

    static ByteString of(byte[] payload) {
        CRC32C crc = new CRC32C();
        crc.update(payload);
        return value(crc);
    }

    static ByteString of(ByteBuf... parts) {
        CRC32C crc = new CRC32C();
        for (ByteBuf part : parts) {
            crc.update(part.nioBuffer());
        }
        return value(crc);
    }

    private static ByteString value(CRC32C crc) {
        int masked = Integer.rotateRight((int) crc.getValue(), MASK_ROTATION) + MASK_DELTA;
        return ByteString.copyFrom(ByteBuffer.allocate(BYTES).putInt(0, masked));
    }
}
