package dev.multipool.bench.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One call by HTTP/2 that was sent, or that waits for a stream; with what came of its answer. It ends once.
 *
 * <p><b>Threads</b>: confined to its connection's event loop.
 */
final class StreamCall extends Deadlines.Entry {
    final HttpCall<StreamTemplate> asked;
    private final Owner owner;
    private final BiConsumer<@Nullable Object, @Nullable Throwable> end;

    /** Its stream; 0 while it waits for one. */
    int streamId;

    /** What carries it; null while it waits for a stream. */
    @Nullable
    Carrier carrier;

    /** Of its answer; 0 as long as none has come. */
    int status;

    private boolean ended;
    private long bodyBytes;
    private ByteBuf body = Unpooled.EMPTY_BUFFER;

    StreamCall(
            Owner owner,
            HttpCall<StreamTemplate> asked,
            long deadlineNanos,
            BiConsumer<@Nullable Object, @Nullable Throwable> end) {
        super(deadlineNanos);
        this.owner = owner;
        this.asked = asked;
        this.end = end;
    }

    /** Who sends calls. */
    interface Owner {
        /** The deadline of a call is over. */
        void expire(StreamCall call);
    }

    /** A connection with its stream. */
    interface Carrier {
        /** Ends a call's stream on both sides; what still comes on it is left out. */
        void reset(StreamCall call);
    }

    @Override
    void expire() {
        owner.expire(this);
    }

    boolean hasEnded() {
        return ended;
    }

    /** Takes a part of the body; false when that is too large now. */
    boolean take(ByteBuf part, ByteBufAllocator allocator) {
        int length = part.readableBytes();
        bodyBytes += length;
        if (bodyBytes > HttpAnswer.MAX_BODY_BYTES) {
            return false;
        }
        if (length > 0 && asked.needsBody()) {
            if (body.capacity() == 0) {
                body = allocator.heapBuffer(length);
            }
            body.writeBytes(part);
        }
        return true;
    }

    /** Ends it as right, or as the failure that its answer's status is. */
    void endAnswered() {
        if (asked.allows(status)) {
            end(new HttpAnswer(body), null);
        } else {
            end(null, HttpFailure.ofStatus(status));
        }
    }

    void end(@Nullable HttpAnswer right, @Nullable HttpFailure failure) {
        ended = true;
        try {
            end.accept(right, failure);
        } finally {
            body.release();
        }
    }
}
