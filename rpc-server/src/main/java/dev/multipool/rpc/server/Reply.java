package dev.multipool.rpc.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.payload.PayloadException;
import dev.multipool.rpc.protocol.payload.PayloadFormat;
import dev.multipool.rpc.protocol.payload.Payloads;
import dev.multipool.rpc.server.connection.ErrorFrames;
import dev.multipool.rpc.server.journal.CallCounts;
import dev.multipool.rpc.server.journal.CallJournal;
import dev.multipool.rpc.server.limits.CallDoor;
import dev.multipool.rpc.server.limits.InFlightLimit;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Answers one call. It is made when the call has passed the server's limits, or has failed to. The first of {@link
 * #answer}, {@link #answerError} and {@link #answerThrown} ends the call, later ones do nothing.
 *
 * <p><b>Invariants</b>: (1) A call that was counted in is counted out once, whatever is thrown meanwhile. Its answer is
 * on its way then, or its connection is closing. (2) Its request frame is released once. (3) None of the three throws.
 *
 * <p><b>Threads</b>: any; the answer is encoded on the calling thread and written by the event loop. Only {@link #state}
 * ever changes.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write or close that fails is a connection that is gone: nobody is left to tell
final class Reply {
    private static final AtomicReferenceFieldUpdater<Reply, Object> STATE =
            AtomicReferenceFieldUpdater.newUpdater(Reply.class, Object.class, "state");

    /** What a call comes to after its request has waited to be read. */
    private enum Stage {
        READ,
        ENDED
    }

    private final ServerBooks books;
    private final ArrivedCall arrived;
    private final CallCounts counts;
    private final PayloadFormat format;
    private final @Nullable InFlightLimit methodLimit;
    private final CallDoor.@Nullable Admitted admitted;

    /** The request's frame until somebody takes it, then {@link Stage#READ}; {@link Stage#ENDED} at last. */
    private volatile Object state;

    /**
     * @param frame the call's request: who takes it releases it, see {@link #takeRequest}
     * @param counts those of its method; of unknown methods when the call was refused before its method was found
     * @param format how its answer is packed: as its request was, which its caller can read
     * @param methodLimit the method's limit that the call is counted into; null for none
     * @param admitted the door's own view of the call; null when it passed none
     */
    Reply(
            ServerBooks books,
            ArrivedCall arrived,
            RpcFrame frame,
            CallCounts counts,
            PayloadFormat format,
            @Nullable InFlightLimit methodLimit,
            CallDoor.@Nullable Admitted admitted) {
        this.books = books;
        this.arrived = arrived;
        this.counts = counts;
        this.format = format;
        this.methodLimit = methodLimit;
        this.admitted = admitted;
        this.state = frame;
    }

    int maxBodyBytes() {
        return books.frameLimits().maxBodyBytes();
    }

    /** Notes that the call's queue time is over. */
    void startService() {
        if (admitted == null) {
            return;
        }
        try {
            admitted.startService();
        } catch (Throwable t) {
            warnOfDoor(t);
        }
    }

    /** Notes that a thread of a pool begins the call; returns when, which goes with its answer. */
    long dequeue() {
        long dequeuedNanos = books.journal().now();
        startService();
        return dequeuedNanos;
    }

    /**
     * Takes the call's request, which the caller then releases.
     *
     * @throws IllegalStateException when it was taken before, or the call has ended
     */
    RpcFrame takeRequest() {
        Object current = state;
        if (current instanceof RpcFrame frame && STATE.compareAndSet(this, current, Stage.READ)) {
            return frame;
        }
        throw new IllegalStateException("the call has run before, or has ended");
    }

    /** Answers a call that no pool ran. */
    void answer(Message response, ByteString attachment) {
        answer(response, attachment, CallJournal.NEVER);
    }

    /**
     * Answers with a response.
     *
     * @param dequeuedNanos when the calling thread of a pool began the call
     */
    void answer(Message response, ByteString attachment, long dequeuedNanos) {
        Object before = STATE.getAndSet(this, Stage.ENDED);
        if (before != Stage.ENDED) {
            end(before, response, attachment, null, dequeuedNanos);
        }
    }

    /** Answers a call that no pool ran with an error; tells whether this was the call's answer. */
    boolean answerError(RpcException failure) {
        return answerError(failure, CallJournal.NEVER);
    }

    /**
     * Answers with an error; tells whether this was the call's answer.
     *
     * @param dequeuedNanos when the calling thread of a pool began the call
     */
    boolean answerError(RpcException failure, long dequeuedNanos) {
        Object before = STATE.getAndSet(this, Stage.ENDED);
        if (before == Stage.ENDED) {
            return false;
        }
        end(before, null, ByteString.EMPTY, failure, dequeuedNanos);
        return true;
    }

    /** Answers with what may be told of whatever was thrown. */
    void answerThrown(Throwable thrown) {
        answerError(books.failures().toAnswer(counts.method(), thrown));
    }

    /**
     * The one place where a call ends. It leaves the limits first. A caller that has its answer may send its next call
     * at once, and must not find its last one still counted. It leaves the calls in flight last: a drain that sees none
     * may rely on every answer being on its way to its connection.
     */
    private void end(
            Object before,
            @Nullable Message response,
            ByteString attachment,
            @Nullable RpcException failure,
            long dequeuedNanos) {
        books.serverLimit().exit();
        if (methodLimit != null) {
            methodLimit.exit();
        }
        // those who have not heard of the answer yet
        FollowedCall follower = arrived.followed();
        CallDoor.Admitted door = admitted;
        try {
            if (before instanceof RpcFrame unread) {
                unread.release();
            }
            if (door != null) {
                endAt(door, failure);
            }
            // a handler that outlived the server's drain finds its event loop ended: there is nobody to write to
            if (arrived.ctx().executor().isShuttingDown()) {
                drop(follower, door);
                return;
            }
            Answer answer = response == null
                    ? newErrorAnswer(Objects.requireNonNull(failure))
                    : newAnswer(response, attachment);
            if (follower != null) {
                FollowedCall told = follower;
                follower = null;
                told.tellAnswered(answer.code(), answer.text());
            }
            ChannelPromise promise = writeDown(answer.code(), dequeuedNanos);
            CallDoor.Admitted sending = door;
            door = null;
            send(answer.frame(), promise, sending);
        } catch (Throwable t) {
            // not even an error can be told (no memory left, say): let the caller see a broken connection, not silence
            breakOff(follower, door, t);
        } finally {
            books.inFlight().exit();
        }
    }

    private Answer newAnswer(Message response, ByteString attachment) {
        try {
            return new Answer(
                    0,
                    "",
                    Payloads.successFrame(
                            arrived.ctx().alloc(),
                            arrived.correlationId(),
                            response,
                            format,
                            attachment,
                            maxBodyBytes()));
        } catch (PayloadException e) {
            return newErrorAnswer(new RpcException(RpcErrorCode.EINTERNAL, "the response " + e.getMessage()));
        } catch (Throwable t) {
            return newErrorAnswer(books.failures().toAnswer(counts.method(), t));
        }
    }

    private Answer newErrorAnswer(RpcException failure) {
        return new Answer(
                failure.codeNumber(),
                failure.text(),
                ErrorFrames.encode(arrived.ctx().alloc(), arrived.correlationId(), failure));
    }

    /** Writes the answer down and returns the promise to send it with, which also stands when the writing fails. */
    private ChannelPromise writeDown(int code, long dequeuedNanos) {
        try {
            return books.journal()
                    .recordAnswer(arrived.ctx().channel(), counts, code, arrived.arrivedNanos(), dequeuedNanos);
        } catch (Throwable t) {
            books.failures().warnBeside(counts.method() + ": the call's answer was not written down", t);
            return arrived.ctx().voidPromise();
        }
    }

    /** The door wants to know when the event loop takes the answer; without it Netty's own hand-over is cheaper. */
    private void send(ByteBuf frame, ChannelPromise promise, CallDoor.@Nullable Admitted door) {
        ChannelHandlerContext ctx = arrived.ctx();
        if (door == null) {
            ctx.writeAndFlush(frame, promise);
            return;
        }
        if (ctx.executor().inEventLoop()) {
            leave(door);
            ctx.writeAndFlush(frame, promise);
            return;
        }
        try {
            ctx.executor().execute(() -> {
                leave(door);
                ctx.writeAndFlush(frame, promise);
            });
        } catch (RejectedExecutionException e) {
            // the event loop ended just now
            withdraw(door);
            frame.release();
        } catch (Throwable t) {
            withdraw(door);
            frame.release();
            throw t;
        }
    }

    private void breakOff(@Nullable FollowedCall follower, CallDoor.@Nullable Admitted door, Throwable thrown) {
        drop(follower, door);
        books.failures().warnBeside(counts.method() + ": the answer can't be sent, its connection is closed", thrown);
        try {
            arrived.ctx().close();
        } catch (Throwable t) {
            books.failures().warnBeside("a connection can't be closed", t);
        }
    }

    /** Tells those who have not heard of an answer that there will be none. */
    private void drop(@Nullable FollowedCall follower, CallDoor.@Nullable Admitted door) {
        if (door != null) {
            withdraw(door);
        }
        if (follower != null) {
            follower.tellDropped();
        }
    }

    // a door may be foreign: what it throws must cost the call nothing

    private void endAt(CallDoor.Admitted door, @Nullable RpcException failure) {
        try {
            door.end(failure);
        } catch (Throwable t) {
            warnOfDoor(t);
        }
    }

    private void leave(CallDoor.Admitted door) {
        try {
            door.leave();
        } catch (Throwable t) {
            warnOfDoor(t);
        }
    }

    private void withdraw(CallDoor.Admitted door) {
        try {
            door.withdraw();
        } catch (Throwable t) {
            warnOfDoor(t);
        }
    }

    private void warnOfDoor(Throwable thrown) {
        books.failures().warnBeside(counts.method() + ": the door failed", thrown);
    }

    /** An encoded answer, its code, 0 for success, and what it says of a failure. */
    private record Answer(int code, String text, ByteBuf frame) {}
}
