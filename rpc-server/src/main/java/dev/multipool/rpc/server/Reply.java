package dev.multipool.rpc.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcResponseMeta;
import dev.multipool.rpc.protocol.observe.ServerCallObserver.ObservedCall;
import dev.multipool.rpc.protocol.payload.PayloadException;
import dev.multipool.rpc.protocol.payload.PayloadFormat;
import dev.multipool.rpc.protocol.payload.Payloads;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one answer to one admitted call. The first of {@link #success} and {@link #failure} wins, later ones do nothing;
 * with it the call leaves the limits and the calls in flight.
 *
 * <p><b>Threads</b>: any; the answer is encoded on the calling thread and written by the event loop.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write or close that fails is a connection that is gone: nobody is left to tell
final class Reply {
    private final ChannelHandlerContext ctx;
    private final long correlationId;
    private final FrameLimits limits;
    private final InFlightCalls inFlight;
    private final InFlightLimit serverLimit;
    private PayloadFormat format = PayloadFormat.PLAIN;
    private final CallJournal journal;
    private final long arrivedNanos;
    private CallCounts counts;
    private long dequeuedNanos = CallJournal.NEVER;
    private @Nullable InFlightLimit methodLimit;
    private AdaptiveDoor.@Nullable Admitted admitted;
    private @Nullable ObservedCall observed;
    private final AtomicBoolean answered = new AtomicBoolean();

    Reply(
            ChannelHandlerContext ctx,
            long correlationId,
            FrameLimits limits,
            InFlightCalls inFlight,
            InFlightLimit serverLimit,
            CallJournal journal,
            long arrivedNanos) {
        this.ctx = ctx;
        this.correlationId = correlationId;
        this.limits = limits;
        this.inFlight = inFlight;
        this.serverLimit = serverLimit;
        this.journal = journal;
        this.arrivedNanos = arrivedNanos;
        this.counts = journal.unknown();
    }

    int maxBodyBytes() {
        return limits.maxBodyBytes();
    }

    /** Packs the answer as its request was, which its caller can read; said before any thread can answer. */
    void packAs(PayloadFormat requestFormat) {
        format = requestFormat;
    }

    /** Tells who follows the call how it ends, before any thread can answer it. */
    void followedBy(@Nullable ObservedCall observer) {
        observed = observer;
    }

    /** Counts the call into its method's limit too, before any thread can answer it; tells whether it is within. */
    boolean enter(InFlightLimit limit) {
        methodLimit = limit;
        return limit.enter();
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
        dequeuedNanos = journal.now();
        serviceStarts();
    }

    void success(Message response, ByteString attachment) {
        if (answered.compareAndSet(false, true)) {
            write(null, () -> successFrame(response, attachment));
        }
    }

    /** Answers with an error; tells whether this was the call's answer. */
    boolean failure(RpcException failure) {
        if (!answered.compareAndSet(false, true)) {
            return false;
        }
        write(failure, () -> errorAnswer(failure));
        return true;
    }

    private Answer errorAnswer(RpcException failure) {
        return new Answer(failure.codeNumber(), errorFrame(ctx, correlationId, failure));
    }

    private Answer successFrame(Message response, ByteString attachment) {
        try {
            return new Answer(
                    0,
                    Payloads.successFrame(
                            ctx.alloc(), correlationId, response, format, attachment, limits.maxBodyBytes()));
        } catch (PayloadException e) {
            return errorAnswer(new RpcException(RpcErrorCode.EINTERNAL, "the response " + e.getMessage()));
        }
    }

    /** An error answer outside of any admitted call. */
    static ByteBuf errorFrame(ChannelHandlerContext ctx, long correlationId, RpcException failure) {
        RpcMeta meta = RpcMeta.newBuilder()
                .setResponse(RpcResponseMeta.newBuilder()
                        .setErrorCode(failure.codeNumber())
                        .setErrorText(failure.text()))
                .setCorrelationId(correlationId)
                .build();
        return FrameEncoder.encode(ctx.alloc(), meta);
    }

    /**
     * Leaves the limits first: a caller that has its answer may send its next call at once, and must not find its last
     * one still counted. Leaves the calls in flight last: a drain that sees none may rely on every answer being on its
     * way to its connection.
     */
    private void write(@Nullable RpcException failure, Supplier<Answer> answer) {
        leaveLimits(failure);
        try {
            // a handler that outlived the server's drain finds its event loop ended: there is nobody to write to
            if (ctx.executor().isShuttingDown()) {
                neverSent();
                return;
            }
            Answer made = answer.get();
            tellFollower(made, failure);
            send(made.frame(), journal.answered(ctx.channel(), counts, made.code(), arrivedNanos, dequeuedNanos));
        } catch (Throwable t) {
            // not even an error can be told (no memory left, say): let the caller see a broken connection, not silence
            neverSent();
            ctx.close();
            throw t;
        } finally {
            inFlight.exit();
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
            // the event loop ended just now, see above
            call.dropped();
            frame.release();
        }
    }

    private void tellFollower(Answer made, @Nullable RpcException failure) {
        ObservedCall follower = observed;
        if (follower != null) {
            observed = null;
            follower.answered(made.code(), failure == null ? "" : failure.text());
        }
    }

    private void neverSent() {
        if (observed != null) {
            observed.dropped();
        }
        AdaptiveDoor.Admitted call = admitted;
        if (call != null) {
            admitted = null;
            call.dropped();
        }
    }

    private void leaveLimits(@Nullable RpcException failure) {
        if (admitted != null) {
            admitted.ended(failure);
        }
        if (methodLimit != null) {
            methodLimit.exit();
        }
        serverLimit.exit();
    }

    /** An encoded answer and its code, 0 for success. */
    private record Answer(int code, ByteBuf frame) {}
}
