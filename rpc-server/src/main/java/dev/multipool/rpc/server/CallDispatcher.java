package dev.multipool.rpc.server;

import com.google.protobuf.Message;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import dev.multipool.rpc.protocol.observe.ServerCallObserver;
import dev.multipool.rpc.protocol.observe.ServerCallObserver.ObservedCall;
import dev.multipool.rpc.protocol.observe.ServerCallObserver.Scope;
import dev.multipool.rpc.protocol.transport.LoopTimer;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes each received frame to its method: stamps its deadline, admits it, and hands it to a pool or answers it here.
 *
 * <p>A call counts as in flight from here until its answer is on its way to its connection. Limits are looked at in
 * this order: the server is stopping, its calls in flight, the connection's unsent bytes, adaptive admission, the
 * method's calls in flight, the pool. A request's payload is parsed only after all of them.
 *
 * <p><b>Threads</b>: one instance for all connections; called on their event loops, blocks none.
 */
@Sharable
@SuppressWarnings("FutureReturnValueIgnored") // as in Reply: a failed write or close has nobody to tell
final class CallDispatcher extends ChannelInboundHandlerAdapter {
    private final MethodTable methods;
    private final ServerPools pools;
    private final ServerLimits limits;
    private final RejectionCounts rejections;
    private final CallJournal journal;
    private final HandlerFailures failures;
    private final ServerBooks books;
    private final long unsetDeadlineNanos;
    private final long longestDeadlineNanos;

    CallDispatcher(
            MethodTable methods,
            ServerPools pools,
            RpcServerSettings settings,
            InFlightCalls inFlight,
            RejectionCounts rejections,
            HandlerFailures failures,
            CallJournal journal) {
        this.methods = methods;
        this.pools = pools;
        this.limits = settings.limits();
        this.rejections = rejections;
        this.journal = journal;
        this.failures = failures;
        this.books = new ServerBooks(
                settings.frames().limits(), inFlight, new InFlightLimit(limits.maxCallsInFlight()), journal, failures);
        this.unsetDeadlineNanos = settings.deadlines().unset().toNanos();
        this.longestDeadlineNanos = settings.deadlines().longest().toNanos();
    }

    /** Throws nothing: a call that was counted in ends with its answer, one that was not is told why. */
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        RpcFrame frame = (RpcFrame) message;
        FollowedCall followed = null;
        Reply reply;
        try {
            long arrivedNanos = journal.now();
            ConnectionCalls.count(ctx.channel());
            followed = followed(ctx, frame.sharedMeta());
            reply = new Reply(ctx, frame, books, arrivedNanos, followed);
            if (!reply.enter()) {
                throw rejections.rejected(CallRejection.STOPPING, "the server is stopping");
            }
        } catch (Throwable t) {
            refuse(ctx, frame, followed, t);
            return;
        }
        try {
            serve(ctx, frame.sharedMeta(), reply, followed);
        } catch (Throwable t) {
            reply.failed(t);
        }
    }

    /** Ends what was never counted in. */
    private void refuse(ChannelHandlerContext ctx, RpcFrame frame, @Nullable FollowedCall followed, Throwable thrown) {
        try {
            RpcException answer = failures.toAnswer(MethodCalls.UNKNOWN, thrown);
            journal.unknown().answered(answer.codeNumber(), 0);
            if (followed != null) {
                followed.answered(answer.codeNumber(), answer.text());
            }
            ctx.writeAndFlush(Reply.errorFrame(ctx, frame.correlationId(), answer));
        } catch (Throwable t) {
            failures.beside("a call can't be refused, its connection is closed", t);
            ctx.close();
        } finally {
            frame.release();
        }
    }

    private void serve(ChannelHandlerContext ctx, RpcMeta meta, Reply reply, @Nullable FollowedCall followed)
            throws Exception {
        requireRoom(ctx, reply.isWithinServerLimit());
        reply.packAs(RequestChecks.requireServable(meta));
        RpcRequestMeta request = meta.getRequest();
        MethodEntry method = methods.find(request.getServiceName(), request.getMethodName());
        reply.countIn(method.counts());
        requireAdmission(method, reply);
        requireRoom(method, reply);
        CallContext call = new CallContext(
                reply.method(),
                ctx.channel().remoteAddress(),
                reply.arrivedNanos() + timeoutNanos(meta),
                pools,
                journal.clock(),
                followed);
        if (followed == null) {
            begin(ctx, method, call, reply);
        } else {
            Scope scope = followed.enter();
            try {
                begin(ctx, method, call, reply);
            } finally {
                followed.leave(scope);
            }
        }
    }

    /** Whoever follows the call from here on; null when nobody does. */
    private @Nullable FollowedCall followed(ChannelHandlerContext ctx, RpcMeta meta) {
        ServerCallObserver observer = journal.observer();
        if (observer == null) {
            return null;
        }
        try {
            RpcRequestMeta request = meta.getRequest();
            ObservedCall observed = observer.arrived(
                    methods.method(request.getServiceName(), request.getMethodName()),
                    meta,
                    ctx.channel().remoteAddress());
            return observed == null ? null : new FollowedCall(observed, failures);
        } catch (Throwable t) {
            failures.beside("the calls' observer failed", t);
            return null;
        }
    }

    private void begin(ChannelHandlerContext ctx, MethodEntry method, CallContext call, Reply reply) throws Exception {
        if (method.binding() instanceof MethodBinding.Blocking<?, ?> blocking) {
            submit(blocking, call, reply);
        } else if (method.binding() instanceof MethodBinding.Async<?, ?> async) {
            startAsync(ctx, async, call, reply);
        }
    }

    private void requireRoom(ChannelHandlerContext ctx, boolean withinLimit) {
        if (!withinLimit) {
            reject(CallRejection.SERVER_FULL, () -> "server full (" + limits.maxCallsInFlight() + " calls in flight)");
        }
        if (!ctx.channel().isWritable()) {
            reject(
                    CallRejection.CROWDED,
                    () -> "more than " + limits.maxUnsentBytes() + " bytes wait unsent on this connection");
        }
    }

    private void requireAdmission(MethodEntry method, Reply reply) {
        AdaptiveDoor door = method.door();
        if (door == null) {
            return;
        }
        AdaptiveDoor.Admitted admitted = door.tryAdmit(reply.arrivedNanos());
        if (admitted == null) {
            reject(CallRejection.ADMISSION_FULL, door::full);
        } else {
            reply.admitted(admitted);
        }
    }

    private void requireRoom(MethodEntry method, Reply reply) {
        InFlightLimit limit = method.limit();
        if (limit != null && !reply.enter(limit)) {
            reject(
                    CallRejection.METHOD_FULL,
                    () -> method.binding().method().fullName() + " full (" + limit.max() + " calls in flight)");
        }
    }

    /** In dark mode a rejection is counted and the call goes on. */
    private void reject(CallRejection reason, Supplier<String> text) {
        if (limits.darkMode()) {
            rejections.count(reason);
        } else {
            throw rejections.rejected(reason, text.get());
        }
    }

    /** A caller's timeout says how long it waits, not how long this server keeps its call. */
    private long timeoutNanos(RpcMeta meta) {
        int timeoutMillis = meta.getRequest().getTimeoutMs();
        return timeoutMillis == 0
                ? unsetDeadlineNanos
                : Math.min(TimeUnit.MILLISECONDS.toNanos(timeoutMillis), longestDeadlineNanos);
    }

    private <ReqT extends Message, ResT extends Message> void submit(
            MethodBinding.Blocking<ReqT, ResT> binding, CallContext call, Reply reply) {
        try {
            pools.get(binding.poolName())
                    .execute(new BlockingCall<>(binding, call, reply, failures, rejections, limits.darkMode()));
        } catch (PoolRejectedException e) {
            throw rejections.rejected(CallRejection.of(e.reason()), String.valueOf(e.getMessage()));
        }
    }

    private <ReqT extends Message, ResT extends Message> void startAsync(
            ChannelHandlerContext ctx, MethodBinding.Async<ReqT, ResT> binding, CallContext call, Reply reply)
            throws Exception {
        ReqT request = Requests.take(binding.method(), call, reply);
        reply.serviceStarts();
        CompletionStage<ResT> stage =
                Objects.requireNonNull(binding.handler().handle(request, call), "handler returned null");
        LoopTimer.Timeout expiry =
                LoopTimer.current(ctx.executor()).at(call.deadlineNanos(), () -> expire(call, reply));
        try {
            stage.whenComplete((response, thrown) -> {
                expiry.cancel();
                if (thrown != null) {
                    reply.failed(thrown);
                } else if (response == null) {
                    reply.failed(new NullPointerException("handler answered null"));
                } else {
                    reply.success(response, call.responseAttachment());
                }
            });
        } catch (Throwable t) {
            // a stage of the handler's own making may throw where it should listen
            expiry.cancel();
            throw t;
        }
    }

    /** Without this a stage that never completes would hold its caller, and a place in flight, for ever. */
    private void expire(CallContext call, Reply reply) {
        try {
            if (reply.failure(new RpcException(
                    RpcErrorCode.ERPCTIMEDOUT, "the deadline passed before " + call.method() + " was done"))) {
                rejections.count(CallRejection.EXPIRED_IN_SERVICE);
            }
        } catch (Throwable t) {
            reply.failed(t);
        }
    }
}
