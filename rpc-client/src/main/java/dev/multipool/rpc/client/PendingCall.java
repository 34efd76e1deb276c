package dev.multipool.rpc.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.observe.ClientCallObserver.ObservedCall;
import dev.multipool.rpc.protocol.payload.PayloadException;
import dev.multipool.rpc.protocol.payload.Payloads;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One call between its sending and its end: the future that the caller holds, the entry of its connection's map and the
 * task of its deadline, in one object because there is one per call.
 *
 * <p>Who ends it from outside (cancel, complete, orTimeout) makes the connection forget it, so that its slot is free.
 *
 * @param <R> the response message
 * @param <T> what the caller gets
 */
abstract class PendingCall<R extends Message, T> extends CompletableFuture<T> implements Runnable {
    /** The connection that carries calls. */
    interface Carrier {
        /** On the event loop: ends a call whose deadline has passed. */
        void expire(PendingCall<?, ?> call);

        /** Has the event loop run a call that has no timer and that there was no memory to end. */
        void endLater(PendingCall<?, ?> call);

        /** On the event loop: takes a call out of the map; false when it is out already. */
        boolean letGo(PendingCall<?, ?> call);

        /** On any thread: the caller ended the call itself. Its slot becomes free, and its answer will be a late one. */
        void forget(PendingCall<?, ?> call);

        /** Is told what code threw that is not ours. */
        ForeignFailures foreignFailures();
    }

    private final Carrier carrier;
    private final RpcMethod<?, R> method;
    private final Message request;
    private final long timeoutNanos;
    private final long deadlineNanos;
    private final @Nullable ObservedCall observed;

    // written and read on the event loop only
    private long correlationId;
    private long readsWhenSent;
    private @Nullable Future<?> deadline;

    private PendingCall(
            Carrier carrier,
            RpcMethod<?, R> method,
            Message request,
            long timeoutNanos,
            long nowNanos,
            @Nullable ObservedCall observed) {
        this.carrier = carrier;
        this.method = method;
        this.request = request;
        this.timeoutNanos = timeoutNanos;
        this.deadlineNanos = nowNanos + timeoutNanos;
        this.observed = observed;
    }

    /** What the caller gets for an answer; the frame is released afterwards. */
    abstract T toResult(R response, RpcFrame frame);

    /** The bytes to send behind the request; empty for none. */
    abstract ByteString attachment();

    RpcMethod<?, R> method() {
        return method;
    }

    Message request() {
        return request;
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    long correlationId() {
        return correlationId;
    }

    /** What {@link Liveness#reads} was when it was sent. */
    long readsWhenSent() {
        return readsWhenSent;
    }

    void enterMap(long correlationId, long readsWhenSent, Future<?> deadline) {
        this.correlationId = correlationId;
        this.readsWhenSent = readsWhenSent;
        this.deadline = deadline;
    }

    void cancelDeadline() {
        Future<?> timer = deadline;
        deadline = null;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** The deadline passed. */
    @Override
    public void run() {
        try {
            carrier.expire(this);
        } catch (Throwable noMemory) {
            // nothing else throws there; the deadline comes again until it has ended the call
            if (deadline == null) {
                carrier.endLater(this);
            }
        }
    }

    /**
     * Ends the call by what the server sent. It stays in the map while its answer is read, since that calls code which is
     * not ours: whatever becomes of it, the call is still there to be ended.
     */
    void answer(RpcFrame frame, int maxBodyBytes) {
        RpcException failure = failureIn(frame.sharedMeta());
        T result = null;
        if (failure == null) {
            try {
                result = toResult(Payloads.read(frame, method.responseParser(), maxBodyBytes), frame);
            } catch (PayloadException e) {
                failure = unreadable("the response " + e.getMessage());
            } catch (Throwable t) {
                carrier.foreignFailures().tell("a parser", t);
                failure = unreadable("the response can't be read: " + ForeignFailures.typeOf(t));
            }
        }
        if (!carrier.letGo(this)) {
            // the parser ended it
            return;
        }
        if (failure == null) {
            end(null);
            try {
                super.complete(result);
            } catch (Throwable t) {
                onContinuation(t);
            }
            cancelDeadline();
        } else {
            fail(failure);
        }
    }

    /** The JDK lets little of what a continuation throws come here: what the next stage could not be told, for one. */
    private void onContinuation(Throwable thrown) {
        carrier.foreignFailures().tell("a continuation", thrown);
    }

    private @Nullable RpcException failureIn(RpcMeta meta) {
        int errorCode = meta.getResponse().getErrorCode();
        if (errorCode != 0) {
            return new RpcException(errorCode, meta.getResponse().getErrorText());
        }
        // a request's may stand beside it: jprotobuf's server leaves it in
        if (!meta.hasResponse()) {
            return unreadable("a frame without a response's meta (expected: one with it)");
        }
        if (meta.getContentType() != 0) {
            return unreadable("content_type: " + meta.getContentType() + " (expected: 0, protobuf)");
        }
        return null;
    }

    private RpcException unreadable(String why) {
        return new RpcException(RpcErrorCode.ERESPONSE, method.fullName() + ": " + why);
    }

    /** Adds what its observer wants to travel along. */
    void addTo(RpcMeta.Builder meta) {
        if (observed != null) {
            try {
                observed.addTo(meta);
            } catch (Throwable t) {
                carrier.foreignFailures().tell("an observer", t);
            }
        }
    }

    /** Tells its observer, before anybody who waits for the call goes on. */
    private void end(@Nullable Throwable failure) {
        if (observed != null && !isDone()) {
            try {
                observed.ended(failure);
            } catch (Throwable t) {
                carrier.foreignFailures().tell("an observer", t);
            }
        }
    }

    /**
     * Ends the call from inside, when it has left the map already. Its timer goes last: where there is no memory to end it
     * by, the deadline tries again.
     */
    void fail(Throwable cause) {
        end(cause);
        try {
            super.completeExceptionally(cause);
        } catch (Throwable t) {
            if (!isDone()) {
                throw t;
            }
            onContinuation(t);
        }
        cancelDeadline();
    }

    @Override
    public boolean complete(T value) {
        end(null);
        boolean first = super.complete(value);
        if (first) {
            carrier.forget(this);
        }
        return first;
    }

    @Override
    public boolean completeExceptionally(Throwable cause) {
        end(cause);
        boolean first = super.completeExceptionally(cause);
        if (first) {
            carrier.forget(this);
        }
        return first;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        if (observed != null) {
            end(new CancellationException("cancelled by its caller"));
        }
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            carrier.forget(this);
        }
        return cancelled;
    }

    /** A call of messages alone. */
    static final class Plain<R extends Message> extends PendingCall<R, R> {
        Plain(
                Carrier carrier,
                RpcMethod<?, R> method,
                Message request,
                long timeoutNanos,
                long nowNanos,
                @Nullable ObservedCall observed) {
            super(carrier, method, request, timeoutNanos, nowNanos, observed);
        }

        @Override
        R toResult(R response, RpcFrame frame) {
            return response;
        }

        @Override
        ByteString attachment() {
            return ByteString.EMPTY;
        }
    }

    /** A call with bytes behind its messages. */
    static final class WithAttachment<R extends Message> extends PendingCall<R, Attached<R>> {
        private final ByteString attachment;

        WithAttachment(
                Carrier carrier,
                RpcMethod<?, R> method,
                Attached<?> request,
                long timeoutNanos,
                long nowNanos,
                @Nullable ObservedCall observed) {
            super(carrier, method, request.message(), timeoutNanos, nowNanos, observed);
            this.attachment = request.attachment();
        }

        @Override
        Attached<R> toResult(R response, RpcFrame frame) {
            return new Attached<>(response, frame.copyAttachment());
        }

        @Override
        ByteString attachment() {
            return attachment;
        }
    }
}
