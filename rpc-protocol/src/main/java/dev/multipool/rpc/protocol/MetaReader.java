package dev.multipool.rpc.protocol;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the metas of one connection. Most differ from the one before in nothing but their correlation id: those bytes are
 * compared, not parsed, and the message of the one before serves again.
 *
 * <p><b>Threads</b>: confined to the connection's event loop.
 */
final class MetaReader {
    private static final int CORRELATION_ID_TAG = RpcMeta.CORRELATION_ID_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;
    /** Where metas never repeat (each has a trace id of its own, say), remembering them would be for nothing. */
    private static final int MISSES_UNTIL_TRIED_AGAIN = 64;
    /** Bytes that a connection may keep for this. */
    private static final int LARGEST_REMEMBERED = 512;

    private @Nullable RpcMeta known;
    private ByteBuf before = Unpooled.EMPTY_BUFFER;
    private ByteBuf after = Unpooled.EMPTY_BUFFER;
    private int missesInARow;
    private long correlationId;

    /**
     * The meta in these bytes, but for its correlation id, which may be another frame's: {@link #correlationId} has it.
     *
     * @throws FrameException when the bytes are no meta
     */
    RpcMeta read(ByteBuf bytes) {
        RpcMeta last = known;
        if (last != null && isLikeTheKnown(bytes)) {
            missesInARow = 0;
            return last;
        }
        try {
            RpcMeta meta = RpcMeta.parser().parsePartialFrom(CodedInputStream.newInstance(bytes.nioBuffer()));
            if (missesInARow++ % MISSES_UNTIL_TRIED_AGAIN == 0 && bytes.readableBytes() <= LARGEST_REMEMBERED) {
                remember(meta, bytes);
            }
            correlationId = meta.getCorrelationId();
            return meta;
        } catch (InvalidProtocolBufferException e) {
            throw new FrameException(
                    "meta: " + e.getMessage() + " (expected: an RpcMeta message)", FrameException.NO_CORRELATION_ID);
        }
    }

    /** The correlation id of the meta that was read last. */
    long correlationId() {
        return correlationId;
    }

    private boolean isLikeTheKnown(ByteBuf bytes) {
        int start = bytes.readerIndex();
        int varint = start + before.readableBytes();
        int tail = bytes.writerIndex() - after.readableBytes();
        if (varint >= tail || !ByteBufUtil.equals(before, 0, bytes, start, before.readableBytes())) {
            return false;
        }
        long value = 0;
        int at = varint;
        for (int shift = 0; shift < Long.SIZE && at < tail; shift += 7) {
            byte next = bytes.getByte(at++);
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                correlationId = value;
                return at == tail && ByteBufUtil.equals(after, 0, bytes, tail, after.readableBytes());
            }
        }
        return false;
    }

    /** Notes what stands around the correlation id, if the meta has just one. */
    private void remember(RpcMeta meta, ByteBuf bytes) {
        known = null;
        int valueAt = -1;
        int valueEnd = -1;
        CodedInputStream in = CodedInputStream.newInstance(bytes.nioBuffer());
        try {
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (tag != CORRELATION_ID_TAG) {
                    in.skipField(tag);
                } else if (valueAt >= 0) {
                    return;
                } else {
                    valueAt = in.getTotalBytesRead();
                    in.readRawVarint64();
                    valueEnd = in.getTotalBytesRead();
                }
            }
        } catch (IOException e) {
            // Protobuf reads some varints of ten bytes that it does not skip: such a meta is parsed each time
            return;
        }
        if (valueAt >= 0) {
            int start = bytes.readerIndex();
            before = Unpooled.copiedBuffer(bytes.slice(start, valueAt));
            after = Unpooled.copiedBuffer(bytes.slice(start + valueEnd, bytes.readableBytes() - valueEnd));
            known = meta;
        }
    }
}
