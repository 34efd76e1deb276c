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
    private final RpcServerSettings settings;
    private final ServerLimits limits;
    private final InFlightCalls inFlight;
    private final InFlightLimit serverLimit;
    private final RejectionCounts rejections;
    private final CallJournal journal;
    private final HandlerFailures failures;

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
        this.settings = settings;
        this.limits = settings.limits();
        this.inFlight = inFlight;
        this.serverLimit = new InFlightLimit(limits.maxCallsInFlight());
        this.rejections = rejections;
        this.journal = journal;
        this.failures = failures;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        RpcFrame frame = (RpcFrame) message;
        long arrivedNanos = journal.now();
        ConnectionCalls.count(ctx.channel());
        ObservedCall observed = observed(ctx, frame.sharedMeta());
        if (!inFlight.tryEnter()) {
            RpcException stopping = rejections.rejected(CallRejection.STOPPING, "the server is stopping");
            journal.unknown().answered(stopping.codeNumber(), 0);
            if (observed != null) {
                observed.answered(stopping.codeNumber(), stopping.text());
            }
            ctx.writeAndFlush(Reply.errorFrame(ctx, frame.correlationId(), stopping));
            frame.release();
            return;
        }
        boolean withinLimit = serverLimit.enter();
        Reply reply = new Reply(
                ctx, frame.correlationId(), settings.frameLimits(), inFlight, serverLimit, journal, arrivedNanos);
        reply.followedBy(observed);
        try {
            requireRoom(ctx, withinLimit);
            reply.packAs(RequestChecks.requireServable(frame.sharedMeta()));
            RpcRequestMeta request = frame.sharedMeta().getRequest();
            MethodEntry method = methods.find(request.getServiceName(), request.getMethodName());
            reply.countIn(method.counts());
            requireAdmission(method, arrivedNanos, reply);
            requireRoom(method, reply);
            CallContext call = new CallContext(
                    method.counts().method(),
                    ctx.channel().remoteAddress(),
                    arrivedNanos + timeoutNanos(frame.sharedMeta()),
                    pools,
                    journal.clock(),
                    observed);
            if (observed == null) {
                begin(ctx, method, frame, call, reply);
            } else {
                Scope scope = observed.enter();
                try {
                    begin(ctx, method, frame, call, reply);
                } finally {
                    scope.close();
                }
            }
        } catch (RpcException e) {
            frame.release();
            reply.failure(e);
        }
    }

    /** Whoever follows the call from here on; null when nobody does. */
    private @Nullable ObservedCall observed(ChannelHandlerContext ctx, RpcMeta meta) {
        ServerCallObserver observer = journal.observer();
        if (observer == null) {
            return null;
        }
        RpcRequestMeta request = meta.getRequest();
        return observer.arrived(
                methods.method(request.getServiceName(), request.getMethodName()),
                meta,
                ctx.channel().remoteAddress());
    }

    private void begin(ChannelHandlerContext ctx, MethodEntry method, RpcFrame frame, CallContext call, Reply reply) {
        if (method.binding() instanceof MethodBinding.Blocking<?, ?> blocking) {
            submit(blocking, frame, call, reply);
        } else if (method.binding() instanceof MethodBinding.Async<?, ?> async) {
            startAsync(ctx, async, frame, call, reply);
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

    private void requireAdmission(MethodEntry method, long arrivedNanos, Reply reply) {
        AdaptiveDoor door = method.door();
        if (door == null) {
            return;
        }
        AdaptiveDoor.Admitted admitted = door.tryAdmit(arrivedNanos);
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

    private long timeoutNanos(RpcMeta meta) {
        int timeoutMillis = meta.getRequest().getTimeoutMs();
        return timeoutMillis == 0 ? settings.defaultDeadline().toNanos() : TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    private <ReqT extends Message, ResT extends Message> void submit(
            MethodBinding.Blocking<ReqT, ResT> binding, RpcFrame frame, CallContext call, Reply reply) {
        try {
            pools.get(binding.poolName())
                    .execute(new BlockingCall<>(binding, frame, call, reply, failures, rejections, limits.darkMode()));
        } catch (PoolRejectedException e) {
            throw rejections.rejected(CallRejection.of(e.reason()), String.valueOf(e.getMessage()));
        }
    }

    private <ReqT extends Message, ResT extends Message> void startAsync(
            ChannelHandlerContext ctx,
            MethodBinding.Async<ReqT, ResT> binding,
            RpcFrame frame,
            CallContext call,
            Reply reply) {
        ReqT request = Requests.read(
                call.method(),
                binding.method().requestParser(),
                frame,
                settings.frameLimits().maxBodyBytes());
        call.takeAttachment(frame);
        frame.release();
        reply.serviceStarts();
        CompletionStage<ResT> stage;
        try {
            stage = Objects.requireNonNull(binding.handler().handle(request, call), "handler returned null");
        } catch (Exception e) {
            reply.failure(failures.toAnswer(call.method(), e));
            return;
        }
        LoopTimer.Timeout expiry =
                LoopTimer.current(ctx.executor()).at(call.deadlineNanos(), () -> expire(call, reply));
        stage.whenComplete((response, thrown) -> {
            expiry.cancel();
            if (thrown != null) {
                reply.failure(failures.toAnswer(call.method(), thrown));
            } else if (response == null) {
                reply.failure(failures.toAnswer(call.method(), new NullPointerException("handler answered null")));
            } else {
                reply.success(response, call.responseAttachment());
            }
        });
    }

    /** Without this a stage that never completes would hold its caller, and a place in flight, for ever. */
    private void expire(CallContext call, Reply reply) {
        if (reply.failure(new RpcException(
                RpcErrorCode.ERPCTIMEDOUT, "the deadline passed before " + call.method() + " was done"))) {
            rejections.count(CallRejection.EXPIRED_IN_SERVICE);
        }
    }
}
