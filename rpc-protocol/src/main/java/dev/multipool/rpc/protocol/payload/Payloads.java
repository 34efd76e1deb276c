package dev.multipool.rpc.protocol.payload;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcResponseMeta;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.IOException;

/**
 * Messages out of frames and into frames, through checksum and compression where a frame has them. A plain message costs
 * no copy and no object more than its own.
 */
public final class Payloads {
    private Payloads() {}

    /**
     * The message in a frame; its bytes are copied into the message's own fields, so the frame may be released.
     *
     * @param maxBytes largest message, unpacked
     * @throws PayloadException when the checksum does not match, the payload can't be unpacked within {@code maxBytes}, or
     *     it is no such message
     */
    public static <T> T read(RpcFrame frame, Parser<T> parser, int maxBytes) {
        PayloadFormat format = PayloadFormat.of(frame.sharedMeta());
        if (format.checksum()) {
            requireChecksum(frame);
        }
        CodedInputStream message = format.compression() == Compression.NONE
                ? CodedInputStream.newInstance(frame.payload().nioBuffer())
                : CodedInputStream.newInstance(format.compression().decompress(frame.payload(), maxBytes));
        try {
            T parsed = parser.parseFrom(message);
            if (parsed == null) {
                throw new PayloadException("was parsed to null (expected: the message)");
            }
            return parsed;
        } catch (InvalidProtocolBufferException e) {
            throw new PayloadException("can't be parsed: " + e.getMessage() + " (expected: the message)");
        }
    }

    /**
     * A frame with this message as its payload and no attachment. The caller releases it, or writes it to a channel.
     *
     * @param meta without the fields that describe the payload; they are filled in
     * @throws PayloadException when the body, packed or not, is larger than {@code maxBodyBytes}, or can't be packed
     */
    public static ByteBuf frame(
            ByteBufAllocator allocator,
            RpcMeta.Builder meta,
            MessageLite message,
            PayloadFormat format,
            int maxBodyBytes) {
        if (format.isPlain()) {
            RpcMeta plain = meta.build();
            requireWithin(FrameEncoder.bodyBytes(plain, message), maxBodyBytes);
            return FrameEncoder.encode(allocator, plain, message);
        }
        // what is too large unpacked would be refused by a peer with the same bound
        requireWithin(message.getSerializedSize(), maxBodyBytes);
        byte[] payload = compress(message, format.compression());
        meta.setCompressType(format.compression().number());
        if (format.checksum()) {
            meta.setChecksumType(PayloadFormat.CRC32C).setChecksumValue(Crc32c.of(payload));
        }
        RpcMeta packed = meta.build();
        requireWithin((long) packed.getSerializedSize() + payload.length, maxBodyBytes);
        return FrameEncoder.encode(allocator, packed, Unpooled.wrappedBuffer(payload), Unpooled.EMPTY_BUFFER);
    }

    /**
     * The answer to a call that went well, with bytes behind it or without. The caller releases it, or writes it to a
     * channel.
     *
     * @throws PayloadException as {@link #frame}
     */
    public static ByteBuf successFrame(
            ByteBufAllocator allocator,
            long correlationId,
            MessageLite message,
            PayloadFormat format,
            ByteString attachment,
            int maxBodyBytes) {
        if (format.isPlain() && attachment.isEmpty()) {
            requireWithin(FrameEncoder.successBodyBytes(correlationId, message), maxBodyBytes);
            return FrameEncoder.encodeSuccess(allocator, correlationId, message);
        }
        RpcMeta.Builder meta = RpcMeta.newBuilder()
                .setResponse(RpcResponseMeta.getDefaultInstance())
                .setCorrelationId(correlationId);
        return frame(allocator, meta, message, format, attachment, maxBodyBytes);
    }

    /**
     * A frame with this message as its payload and bytes behind it, which are not compressed; a checksum covers both. The
     * caller releases it, or writes it to a channel.
     *
     * @param meta without the fields that describe payload and attachment; they are filled in
     * @throws PayloadException when the body, packed or not, is larger than {@code maxBodyBytes}, or can't be packed
     */
    public static ByteBuf frame(
            ByteBufAllocator allocator,
            RpcMeta.Builder meta,
            MessageLite message,
            PayloadFormat format,
            ByteString attachment,
            int maxBodyBytes) {
        if (attachment.isEmpty()) {
            return frame(allocator, meta, message, format, maxBodyBytes);
        }
        requireWithin((long) message.getSerializedSize() + attachment.size(), maxBodyBytes);
        ByteBuf payload = Unpooled.wrappedBuffer(compress(message, format.compression()));
        ByteBuf behind = Unpooled.wrappedBuffer(attachment.asReadOnlyByteBuffer());
        meta.setCompressType(format.compression().number()).setAttachmentSize(attachment.size());
        if (format.checksum()) {
            meta.setChecksumType(PayloadFormat.CRC32C)
                    .setChecksumWithAttachment(true)
                    .setChecksumValue(Crc32c.of(payload, behind));
        }
        RpcMeta packed = meta.build();
        requireWithin((long) packed.getSerializedSize() + payload.readableBytes() + attachment.size(), maxBodyBytes);
        return FrameEncoder.encode(allocator, packed, payload, behind);
    }

    private static byte[] compress(MessageLite message, Compression compression) {
        try {
            return compression.compress(message.toByteArray());
        } catch (IOException e) {
            throw new PayloadException("can't be packed by " + compression + ": " + e.getMessage());
        }
    }

    private static void requireChecksum(RpcFrame frame) {
        ByteString claimed = frame.sharedMeta().getChecksumValue();
        ByteString actual = frame.sharedMeta().getChecksumWithAttachment()
                ? Crc32c.of(frame.payload(), frame.attachment())
                : Crc32c.of(frame.payload());
        if (!claimed.equals(actual)) {
            throw new PayloadException("has checksum_value " + hex(claimed) + " (expected: " + hex(actual)
                    + ", the masked CRC-32C of its bytes)");
        }
    }

    private static String hex(ByteString value) {
        return value.size() == Crc32c.BYTES
                ? "0x" + Integer.toHexString(value.asReadOnlyByteBuffer().getInt())
                : "of " + value.size() + " bytes";
    }

    private static void requireWithin(long bodyBytes, int maxBodyBytes) {
        if (bodyBytes > maxBodyBytes) {
            throw new PayloadException("has " + bodyBytes + " bytes (expected: at most " + maxBodyBytes + ")");
        }
    }
}
