package dev.multipool.rpc.protocol;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import io.netty.buffer.ByteBuf;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.ReferenceCounted;

/**
 * One received frame: the parsed meta, and payload and attachment as slices of the bytes that came in.
 *
 * <p><b>Lifecycle</b>: reference counted. Who receives it releases it, once, which releases both slices.
 */
public final class RpcFrame extends AbstractReferenceCounted {
    private final RpcMeta sharedMeta;
    private final long correlationId;
    private final ByteBuf payload;
    private final ByteBuf attachment;

    RpcFrame(RpcMeta sharedMeta, long correlationId, ByteBuf payload, ByteBuf attachment) {
        this.sharedMeta = sharedMeta;
        this.correlationId = correlationId;
        this.payload = payload;
        this.attachment = attachment;
    }

    /** What the meta has as its correlation id. */
    public long correlationId() {
        return correlationId;
    }

    /**
     * The meta but for its correlation id, which may be another frame's: frames of one connection share the message when
     * nothing else differs. It may lack required fields: check {@link RpcMeta#isInitialized()}, so that a call without a
     * method name can be answered by its correlation id.
     */
    public RpcMeta sharedMeta() {
        return sharedMeta;
    }

    /** The whole meta as it came, which may lack required fields, made anew where {@link #sharedMeta} is another frame's. */
    public RpcMeta meta() {
        return sharedMeta.getCorrelationId() == correlationId
                ? sharedMeta
                : sharedMeta.toBuilder().setCorrelationId(correlationId).buildPartial();
    }

    /** The serialized request or response message; empty on an error response. */
    public ByteBuf payload() {
        return payload;
    }

    /** The bytes behind the payload; empty when there are none. */
    public ByteBuf attachment() {
        return attachment;
    }

    /** A copy of the attachment that outlives the frame; without a copy when there is none. */
    public ByteString copyAttachment() {
        return attachment.isReadable() ? ByteString.copyFrom(attachment.nioBuffer()) : ByteString.EMPTY;
    }

    @Override
    protected void deallocate() {
        payload.release();
        attachment.release();
    }

    @Override
    public ReferenceCounted touch(Object hint) {
        payload.touch(hint);
        attachment.touch(hint);
        return this;
    }
}
