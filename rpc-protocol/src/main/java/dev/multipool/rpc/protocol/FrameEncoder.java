package dev.multipool.rpc.protocol;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
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
