package dev.multipool.rpc.protocol;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import com.google.protobuf.WireFormat;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Makes frames. Stateless, so that any thread may encode before it hands the bytes to an event loop.
 *
 * <p>A message is serialized straight into the frame's one buffer. Bytes that exist already (a payload or an attachment
 * in a buffer) are not copied: the frame is then a composite of the header and them, which Netty writes by gathering.
 */
public final class FrameEncoder {
    private static final int EMPTY_RESPONSE_TAG =
            RpcMeta.RESPONSE_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int CORRELATION_ID_TAG = RpcMeta.CORRELATION_ID_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;
    /** A response message of no bytes, tag and length, and the tag of the correlation id. */
    private static final int SUCCESS_META_BYTES = 3;

    private FrameEncoder() {}

    /** A frame with a meta alone, such as an error response. The caller releases it, or writes it to a channel. */
    public static ByteBuf encode(ByteBufAllocator allocator, RpcMeta meta) {
        requireAttachmentSize(meta, 0);
        return head(allocator, meta, 0, 0);
    }

    /** A frame with a message as its payload and no attachment. The caller releases it, or writes it to a channel. */
    public static ByteBuf encode(ByteBufAllocator allocator, RpcMeta meta, MessageLite payload) {
        requireAttachmentSize(meta, 0);
        int payloadBytes = payload.getSerializedSize();
        ByteBuf frame = head(allocator, meta, payloadBytes, payloadBytes);
        try {
            append(frame, payload, payloadBytes);
            return frame;
        } catch (Throwable t) {
            frame.release();
            throw t;
        }
    }

    /**
     * The answer to a call that went well: a frame with a message as its payload, no attachment, and a meta that says no
     * more than which call it answers. Its bytes are those of {@link #encode(ByteBufAllocator, RpcMeta, MessageLite)};
     * written without the meta as an object, since a server does little else. The caller releases it, or writes it to a
     * channel.
     */
    public static ByteBuf encodeSuccess(ByteBufAllocator allocator, long correlationId, MessageLite payload) {
        int metaBytes = SUCCESS_META_BYTES + CodedOutputStream.computeUInt64SizeNoTag(correlationId);
        int payloadBytes = payload.getSerializedSize();
        ByteBuf frame = allocator.ioBuffer(FrameLayout.HEADER_BYTES + metaBytes + payloadBytes);
        try {
            FrameLayout.writeHeader(frame, Math.addExact(metaBytes, payloadBytes), metaBytes);
            frame.writeByte(EMPTY_RESPONSE_TAG).writeByte(0).writeByte(CORRELATION_ID_TAG);
            long rest = correlationId;
            while ((rest & ~0x7FL) != 0) {
                frame.writeByte(((int) rest & 0x7F) | 0x80);
                rest >>>= 7;
            }
            frame.writeByte((int) rest);
            append(frame, payload, payloadBytes);
            return frame;
        } catch (Throwable t) {
            frame.release();
            throw t;
        }
    }

    /** Bytes of the body that {@link #encodeSuccess} would make. */
    public static long successBodyBytes(long correlationId, MessageLite payload) {
        return (long) SUCCESS_META_BYTES
                + CodedOutputStream.computeUInt64SizeNoTag(correlationId)
                + payload.getSerializedSize();
    }

    /**
     * A frame around bytes that are there already. Takes over both buffers: they are released with the frame, or before
     * an exception leaves this method.
     *
     * @throws IllegalArgumentException when the meta's {@code attachment_size} is not the attachment's size
     */
    public static ByteBuf encode(ByteBufAllocator allocator, RpcMeta meta, ByteBuf payload, ByteBuf attachment) {
        try {
            requireAttachmentSize(meta, attachment.readableBytes());
            int tailBytes = Math.addExact(payload.readableBytes(), attachment.readableBytes());
            ByteBuf head = head(allocator, meta, tailBytes, 0);
            return allocator
                    .compositeBuffer(3)
                    .addComponent(true, head)
                    .addComponent(true, payload)
                    .addComponent(true, attachment);
        } catch (Throwable t) {
            payload.release();
            attachment.release();
            throw t;
        }
    }

    /** Bytes of the body that such a frame would have; compare with {@link FrameLimits#maxBodyBytes()} before encoding. */
    public static long bodyBytes(RpcMeta meta, MessageLite payload) {
        return (long) meta.getSerializedSize() + payload.getSerializedSize();
    }

    private static ByteBuf head(ByteBufAllocator allocator, RpcMeta meta, int tailBytes, int roomBytes) {
        int metaBytes = meta.getSerializedSize();
        int bodyBytes = Math.addExact(metaBytes, tailBytes);
        ByteBuf head = allocator.ioBuffer(FrameLayout.HEADER_BYTES + metaBytes + roomBytes);
        try {
            FrameLayout.writeHeader(head, bodyBytes, metaBytes);
            append(head, meta, metaBytes);
            return head;
        } catch (Throwable t) {
            head.release();
            throw t;
        }
    }

    private static void append(ByteBuf out, MessageLite message, int bytes) {
        if (bytes == 0) {
            return;
        }
        out.ensureWritable(bytes);
        try {
            CodedOutputStream stream = CodedOutputStream.newInstance(out.internalNioBuffer(out.writerIndex(), bytes));
            message.writeTo(stream);
            stream.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("a message grew while it was written", e);
        }
        out.writerIndex(out.writerIndex() + bytes);
    }

    private static void requireAttachmentSize(RpcMeta meta, int attachmentBytes) {
        if (meta.getAttachmentSize() != attachmentBytes) {
            throw new IllegalArgumentException("attachment_size: " + meta.getAttachmentSize() + " (expected: "
                    + attachmentBytes + ", the attachment's size)");
        }
    }
}
