package dev.multipool.rpc.protocol;

import io.netty.buffer.ByteBuf;

/** Where things are in a frame's 12-byte header: {@code PRPC}, body size, meta size, both big-endian. */
final class FrameLayout {
    static final int MAGIC_BYTES = 4;
    static final int BODY_SIZE_OFFSET = 4;
    static final int META_SIZE_OFFSET = 8;
    static final int HEADER_BYTES = 12;

    private static final int MAGIC = ('P' << 24) | ('R' << 16) | ('P' << 8) | 'C';

    private FrameLayout() {}

    static int magicByte(int index) {
        return MAGIC >>> (24 - 8 * index) & 0xFF;
    }

    static void writeHeader(ByteBuf out, int bodyBytes, int metaBytes) {
        out.writeInt(MAGIC);
        out.writeInt(bodyBytes);
        out.writeInt(metaBytes);
    }
}
