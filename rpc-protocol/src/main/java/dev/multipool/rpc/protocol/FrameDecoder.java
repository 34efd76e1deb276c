package dev.multipool.rpc.protocol;

import dev.multipool.rpc.protocol.meta.RpcMeta;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a byte stream into {@link RpcFrame}s. Payload and attachment are slices, not copies.
 *
 * <p>A stream that breaks the format or the limits raises one {@link FrameException} through the pipeline; every byte
 * after it is dropped unread, since nobody knows where a next frame would begin. Whoever handles it closes the channel.
 *
 * <p>A server can ask who its peer is before it takes more than a meta from it, and bound the memory that all its peers'
 * unfinished frames hold: see the second constructor.
 *
 * <p><b>Threads</b>: one instance per channel, on its event loop.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
    private final FrameLimits limits;
    private final MetaReader metas = new MetaReader();
    private final @Nullable FrameBudget budget;
    private final @Nullable Predicate<RpcMeta> admission;
    private FrameBudget.@Nullable Share share;
    private boolean broken;
    private boolean admitted;
    private long frames;

    /** For a connection whose peer is trusted with a frame of any size within the limits. */
    public FrameDecoder(FrameLimits limits) {
        this(limits, null, null);
    }

    /**
     * For one of many connections, with peers of whom nothing is known.
     *
     * @param budget of the memory for unfinished frames; null for none
     * @param admission asked with the first frame's meta as soon as that is there and its frame is not. When it says no,
     *     the frame goes on with neither payload nor attachment, and every byte after its meta is dropped unread. Null
     *     when nothing is asked
     */
    public FrameDecoder(FrameLimits limits, @Nullable FrameBudget budget, @Nullable Predicate<RpcMeta> admission) {
        this.limits = limits;
        this.budget = budget;
        this.admission = admission;
    }

    /** Frames so far; read on the channel's event loop. */
    public long frames() {
        return frames;
    }

    /** Whether the peer has shown a whole frame, or who it is; read on the channel's event loop. */
    public boolean isPeerKnown() {
        return frames > 0 || admitted;
    }

    /** Whether a part of a frame has come whose rest has not; read on the channel's event loop. */
    public boolean isInFrame() {
        return actualReadableBytes() > 0;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        share = budget == null ? null : budget.open(ctx.channel());
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        if (share != null) {
            share.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        long before = frames;
        try {
            super.channelRead(ctx, message);
        } finally {
            if (share != null) {
                count(share, frames != before);
            }
        }
    }

    private void count(FrameBudget.Share own, boolean another) {
        if (isPeerKnown()) {
            own.known();
        }
        own.hold(isInFrame() ? internalBuffer().capacity() : 0, another);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (broken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        try {
            RpcFrame frame = readFrame(in);
            if (frame != null) {
                frames++;
                out.add(frame);
            }
        } catch (FrameException e) {
            broken = true;
            in.skipBytes(in.readableBytes());
            ctx.fireExceptionCaught(e);
        }
    }

    private @Nullable RpcFrame readFrame(ByteBuf in) {
        requireMagic(in);
        if (in.readableBytes() < FrameLayout.HEADER_BYTES) {
            return null;
        }
        int start = in.readerIndex();
        long bodyBytes = in.getUnsignedInt(start + FrameLayout.BODY_SIZE_OFFSET);
        long metaBytes = in.getUnsignedInt(start + FrameLayout.META_SIZE_OFFSET);
        requireSizes(bodyBytes, metaBytes);
        if (in.readableBytes() < FrameLayout.HEADER_BYTES + bodyBytes) {
            return frameOfUnwantedPeer(in, (int) metaBytes);
        }
        in.skipBytes(FrameLayout.HEADER_BYTES);
        RpcMeta meta = metas.read(in.readSlice((int) metaBytes));
        long correlationId = metas.correlationId();
        int attachmentBytes = meta.getAttachmentSize();
        int payloadAndAttachmentBytes = (int) (bodyBytes - metaBytes);
        if (attachmentBytes < 0 || attachmentBytes > payloadAndAttachmentBytes) {
            throw new FrameException(
                    "attachment_size: " + attachmentBytes + " (expected: 0 to " + payloadAndAttachmentBytes
                            + ", the body without its meta)",
                    correlationId);
        }
        return new RpcFrame(
                meta,
                correlationId,
                slice(in, payloadAndAttachmentBytes - attachmentBytes),
                slice(in, attachmentBytes));
    }

    /** Asks for the peer's admission, once; the unfinished frame's meta when it gets none. */
    private @Nullable RpcFrame frameOfUnwantedPeer(ByteBuf in, int metaBytes) {
        if (admission == null || isPeerKnown() || in.readableBytes() < FrameLayout.HEADER_BYTES + metaBytes) {
            return null;
        }
        RpcMeta meta = metas.read(in.slice(in.readerIndex() + FrameLayout.HEADER_BYTES, metaBytes));
        admitted = admission.test(meta);
        if (admitted) {
            return null;
        }
        broken = true;
        in.skipBytes(in.readableBytes());
        return new RpcFrame(meta, metas.correlationId(), Unpooled.EMPTY_BUFFER, Unpooled.EMPTY_BUFFER);
    }

    /** Looks at as much of the magic as has arrived, so that a wrong peer is told at its first byte. */
    private static void requireMagic(ByteBuf in) {
        int seen = Math.min(in.readableBytes(), FrameLayout.MAGIC_BYTES);
        for (int i = 0; i < seen; i++) {
            int actual = in.getUnsignedByte(in.readerIndex() + i);
            if (actual != FrameLayout.magicByte(i)) {
                throw new FrameException(
                        "magic byte " + i + ": 0x" + Integer.toHexString(actual) + " (expected: the frame to begin with"
                                + " PRPC)",
                        FrameException.NO_CORRELATION_ID);
            }
        }
    }

    private void requireSizes(long bodyBytes, long metaBytes) {
        if (bodyBytes > limits.maxBodyBytes()) {
            throw new FrameException(
                    "body size: " + bodyBytes + " (expected: at most " + limits.maxBodyBytes() + " bytes)",
                    FrameException.NO_CORRELATION_ID);
        }
        if (metaBytes > bodyBytes) {
            throw new FrameException(
                    "meta size: " + metaBytes + " (expected: at most the body size, " + bodyBytes + " bytes)",
                    FrameException.NO_CORRELATION_ID);
        }
        if (metaBytes > limits.maxMetaBytes()) {
            throw new FrameException(
                    "meta size: " + metaBytes + " (expected: at most " + limits.maxMetaBytes() + " bytes)",
                    FrameException.NO_CORRELATION_ID);
        }
    }

    private static ByteBuf slice(ByteBuf in, int bytes) {
        return bytes == 0 ? Unpooled.EMPTY_BUFFER : in.readRetainedSlice(bytes);
    }
}
