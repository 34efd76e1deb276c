package dev.multipool.rpc.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcResponseMeta;
import dev.multipool.rpc.protocol.payload.PayloadException;
import dev.multipool.rpc.protocol.payload.PayloadFormat;
import dev.multipool.rpc.protocol.payload.Payloads;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One call from its counting in to its end. The first of {@link #success}, {@link #failure} and {@link #failed} ends it,
 * later ones do nothing.
 *
 * <p><b>Invariants</b>: (1) a call that was counted in is counted out once, with its answer on its way or its connection
 * closing, whatever is thrown meanwhile, by whomever; (2) its request frame is released once; (3) none of the three
 * throws.
 *
 * <p><b>Threads</b>: any; the answer is encoded on the calling thread and written by the event loop.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write or close that fails is a connection that is gone: nobody is left to tell
final class Reply {
    private static final AtomicIntegerFieldUpdater<Reply> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(Reply.class, "ended");
    private static final AtomicReferenceFieldUpdater<Reply, @Nullable RpcFrame> REQUEST =
            AtomicReferenceFieldUpdater.newUpdater(Reply.class, RpcFrame.class, "request");

    private final ChannelHandlerContext ctx;
    private final ServerBooks books;
    private final long correlationId;
    private final long arrivedNanos;
    private PayloadFormat format = PayloadFormat.PLAIN;
    private CallCounts counts;
    private boolean withinServerLimit;
    private long dequeuedNanos = CallJournal.NEVER;
    private @Nullable InFlightLimit methodLimit;
    private AdaptiveDoor.@Nullable Admitted admitted;
    private @Nullable FollowedCall followed;

    /** Null once it was taken. */
    private volatile @Nullable RpcFrame request;
    /** 1 once the call has its end. */
    private volatile int ended;

    /**
     * @param frame the call's request: who takes it releases it, see {@link #takeRequest}
     */
    Reply(
            ChannelHandlerContext ctx,
            RpcFrame frame,
            ServerBooks books,
            long arrivedNanos,
            @Nullable FollowedCall followed) {
        this.ctx = ctx;
        this.books = books;
        this.correlationId = frame.correlationId();
        this.arrivedNanos = arrivedNanos;
        this.followed = followed;
        this.counts = books.journal().unknown();
        this.request = frame;
    }

    /** Counts the call in, over the server's limit or not; false when the server is stopping, and nothing is counted. */
    boolean enter() {
        if (!books.inFlight().tryEnter()) {
            return false;
        }
        withinServerLimit = books.serverLimit().enter();
        return true;
    }

    boolean isWithinServerLimit() {
        return withinServerLimit;
    }

    /** Counts the call into its method's limit too, before any thread can answer it; tells whether it is within. */
    boolean enter(InFlightLimit limit) {
        methodLimit = limit;
        return limit.enter();
    }

    /** The method's full name; {@link MethodCalls#UNKNOWN} before it was found. */
    String method() {
        return counts.method();
    }

    long arrivedNanos() {
        return arrivedNanos;
    }

    int maxBodyBytes() {
        return books.frameLimits().maxBodyBytes();
    }

    /** Packs the answer as its request was, which its caller can read; said before any thread can answer. */
    void packAs(PayloadFormat requestFormat) {
        format = requestFormat;
    }

    /** Tells the door that let the call in how it went, before any thread can answer it. */
    void admitted(AdaptiveDoor.Admitted byDoor) {
        admitted = byDoor;
    }

    /** The call's queue time is over, and no thread of a pool has it. */
    void serviceStarts() {
        if (admitted != null) {
            admitted.serviceStarts();
        }
    }

    /** The call's method was found; before any thread can answer the call. */
    void countIn(CallCounts methodCounts) {
        counts = methodCounts;
    }

    /** The call's queue time is over: a thread of its pool begins it; called by that thread, which also answers it. */
    void dequeued() {
        dequeuedNanos = books.journal().now();
        serviceStarts();
    }

    /**
     * The call's request, which the caller releases.
     *
     * @throws IllegalStateException when it was taken before, or the call has ended
     */
    RpcFrame takeRequest() {
        RpcFrame frame = requestIfThere();
        if (frame == null) {
            throw new IllegalStateException("the call has run before, or has ended");
        }
        return frame;
    }

    void success(Message response, ByteString attachment) {
        if (ENDED.compareAndSet(this, 0, 1)) {
            end(response, attachment, null);
        }
    }

    /** Answers with an error; tells whether this was the call's answer. */
    boolean failure(RpcException failure) {
        if (ended != 0 || !ENDED.compareAndSet(this, 0, 1)) {
            return false;
        }
        end(null, ByteString.EMPTY, failure);
        return true;
    }

    /** Answers with what may be told of whatever was thrown. */
    void failed(Throwable thrown) {
        failure(books.failures().toAnswer(method(), thrown));
    }

    /** An error answer outside of any admitted call. */
    static ByteBuf errorFrame(ChannelHandlerContext ctx, long correlationId, RpcException failure) {
        RpcMeta meta = RpcMeta.newBuilder()
                .setResponse(RpcResponseMeta.newBuilder()
                        .setErrorCode(failure.codeNumber())
                        .setErrorText(String.valueOf(failure.text())))
                .setCorrelationId(correlationId)
                .build();
        return FrameEncoder.encode(ctx.alloc(), meta);
    }

    /**
     * The one place where a call ends. It leaves the limits first: a caller that has its answer may send its next call at
     * once, and must not find its last one still counted. It leaves the calls in flight last: a drain that sees none may
     * rely on every answer being on its way to its connection.
     */
    private void end(@Nullable Message response, ByteString attachment, @Nullable RpcException failure) {
        books.serverLimit().exit();
        if (methodLimit != null) {
            methodLimit.exit();
        }
        try {
            RpcFrame unread = requestIfThere();
            if (unread != null) {
                unread.release();
            }
            if (admitted != null) {
                admitted.ended(failure);
            }
            // a handler that outlived the server's drain finds its event loop ended: there is nobody to write to
            if (ctx.executor().isShuttingDown()) {
                neverSent();
            } else {
                answer(response == null ? errorAnswer(Objects.requireNonNull(failure)) : answer(response, attachment));
            }
        } catch (Throwable t) {
            // not even an error can be told (no memory left, say): let the caller see a broken connection, not silence
            breakOff(t);
        } finally {
            books.inFlight().exit();
        }
    }

    private @Nullable RpcFrame requestIfThere() {
        return request == null ? null : REQUEST.getAndSet(this, null);
    }

    private Answer answer(Message response, ByteString attachment) {
        try {
            return new Answer(
                    0,
                    "",
                    Payloads.successFrame(ctx.alloc(), correlationId, response, format, attachment, maxBodyBytes()));
        } catch (PayloadException e) {
            return errorAnswer(new RpcException(RpcErrorCode.EINTERNAL, "the response " + e.getMessage()));
        } catch (Throwable t) {
            return errorAnswer(books.failures().toAnswer(method(), t));
        }
    }

    private Answer errorAnswer(RpcException failure) {
        return new Answer(failure.codeNumber(), failure.text(), errorFrame(ctx, correlationId, failure));
    }

    private void answer(Answer made) {
        FollowedCall follower = followed;
        if (follower != null) {
            followed = null;
            follower.answered(made.code(), made.text());
        }
        send(made.frame(), writtenDown(made.code()));
    }

    /** What writes an answer down, or hears of it, may fail; the caller gets it all the same. */
    private ChannelPromise writtenDown(int code) {
        try {
            return books.journal().answered(ctx.channel(), counts, code, arrivedNanos, dequeuedNanos);
        } catch (Throwable t) {
            books.failures().beside(method() + ": the call's answer was not written down", t);
            return ctx.voidPromise();
        }
    }

    /** The adaptive door wants to know when the event loop takes the answer; without it Netty's own hand-over is cheaper. */
    private void send(ByteBuf frame, ChannelPromise promise) {
        AdaptiveDoor.Admitted call = admitted;
        if (call == null) {
            ctx.writeAndFlush(frame, promise);
            return;
        }
        admitted = null;
        if (ctx.executor().inEventLoop()) {
            call.sent();
            ctx.writeAndFlush(frame, promise);
            return;
        }
        try {
            ctx.executor().execute(() -> {
                call.sent();
                ctx.writeAndFlush(frame, promise);
            });
        } catch (RejectedExecutionException e) {
            // the event loop ended just now
            call.dropped();
            frame.release();
        } catch (Throwable t) {
            call.dropped();
            frame.release();
            throw t;
        }
    }

    private void breakOff(Throwable thrown) {
        neverSent();
        books.failures().beside(method() + ": the answer can't be sent, its connection is closed", thrown);
        try {
            ctx.close();
        } catch (Throwable t) {
            books.failures().beside("a connection can't be closed", t);
        }
    }

    private void neverSent() {
        AdaptiveDoor.Admitted call = admitted;
        if (call != null) {
            admitted = null;
            call.dropped();
        }
        FollowedCall follower = followed;
        if (follower != null) {
            followed = null;
            follower.dropped();
        }
    }

    /** An encoded answer, its code, 0 for success, and what it says of a failure. */
    private record Answer(int code, String text, ByteBuf frame) {}
}
