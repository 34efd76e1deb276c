package dev.multipool.rpc.server;

import com.google.protobuf.Message;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolKind;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import dev.multipool.rpc.protocol.observe.ServerCallObserver;
import dev.multipool.rpc.protocol.observe.ServerCallObserver.ObservedCall;
import dev.multipool.rpc.protocol.observe.ServerCallObserver.Scope;
import dev.multipool.rpc.protocol.payload.PayloadFormat;
import dev.multipool.rpc.protocol.transport.LoopTimer;
import dev.multipool.rpc.server.connection.ConnectionCalls;
import dev.multipool.rpc.server.connection.ErrorFrames;
import dev.multipool.rpc.server.journal.CallCounts;
import dev.multipool.rpc.server.journal.CallJournal;
import dev.multipool.rpc.server.journal.MethodCalls;
import dev.multipool.rpc.server.limits.CallDoor;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.rpc.server.limits.InFlightCalls;
import dev.multipool.rpc.server.limits.InFlightLimit;
import dev.multipool.rpc.server.limits.RejectionCounts;
import dev.multipool.rpc.server.limits.ServerLimits;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.EventExecutor;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Takes each received frame to its method: stamps its deadline, admits it, and hands it to a pool or answers it here.
 *
 * <p>A call counts as in flight from here until its answer is on its way to its connection. Limits are
 * looked at in this order: the stop, the server's calls in flight, the connection's unsent bytes. Then come adaptive
 * admission, the method's calls in flight and the pool. A request's payload is parsed only after all of them.
 *
 * <p><b>Threads</b>: one instance for all connections; called on their event loops, blocks none.
 */
@Sharable
@SuppressWarnings("FutureReturnValueIgnored") // as in Reply: a failed write or close has nobody to tell
final class CallDispatcher extends ChannelInboundHandlerAdapter {
    private final MethodTable methods;
    private final ServerPools pools;
    private final CallAdmission admission;
    private final boolean darkMode;
    private final RejectionCounts rejections;
    private final CallJournal journal;
    private final HandlerFailures failures;
    private final ServerBooks books;
    private final long unsetDeadlineNanos;
    private final long longestDeadlineNanos;
    private final Map<EventExecutor, TurnCalls> turns = new ConcurrentHashMap<>();

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
        ServerLimits limits = settings.limits();
        this.admission = new CallAdmission(limits, rejections);
        this.darkMode = limits.darkMode();
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
        try {
            long arrivedNanos = journal.now();
            ConnectionCalls.count(ctx.channel());
            followed = follow(ctx, frame.sharedMeta());
            ArrivedCall arrived = new ArrivedCall(ctx, frame.correlationId(), arrivedNanos, followed);
            if (!books.inFlight().tryEnter()) {
                throw rejections.reject(CallRejection.STOPPING, "the server is stopping");
            }
            receive(arrived, frame);
        } catch (Throwable t) {
            refuse(ctx, frame, followed, t);
        }
    }

    /** Ends what was never counted in, or was counted out again. */
    private void refuse(ChannelHandlerContext ctx, RpcFrame frame, @Nullable FollowedCall followed, Throwable thrown) {
        try {
            RpcException answer = failures.toAnswer(MethodCalls.UNKNOWN, thrown);
            journal.unknown().count(answer.codeNumber(), 0);
            if (followed != null) {
                followed.tellAnswered(answer.codeNumber(), answer.text());
            }
            ctx.writeAndFlush(ErrorFrames.encode(ctx.alloc(), frame.correlationId(), answer));
        } catch (Throwable t) {
            failures.warnBeside("a call can't be refused, its connection is closed", t);
            ctx.close();
        } finally {
            frame.release();
        }
    }

    /**
     * Finds the method of a call that was counted in.
     *
     * @throws Error when there is no memory to go on; the call is counted out then
     */
    private void receive(ArrivedCall arrived, RpcFrame frame) {
        boolean withinServerLimit = books.serverLimit().enter();
        MethodEntry method;
        PayloadFormat format;
        try {
            RpcMeta meta = frame.sharedMeta();
            admission.requireRoom(arrived.ctx().channel(), withinServerLimit);
            format = RequestChecks.requireServable(meta);
            RpcRequestMeta request = meta.getRequest();
            method = methods.find(request.getServiceName(), request.getMethodName());
        } catch (Throwable t) {
            newReply(arrived, frame, journal.unknown(), PayloadFormat.PLAIN, null, null)
                    .answerThrown(t);
            return;
        }
        admit(arrived, frame, method, format);
    }

    /** Takes a call through the limits of its method, and on to its handler. */
    private void admit(ArrivedCall arrived, RpcFrame frame, MethodEntry method, PayloadFormat format) {
        CallDoor.Admitted admitted = null;
        InFlightLimit entered = null;
        Throwable refusal = null;
        try {
            admitted = admission.passDoor(method, arrived.arrivedNanos());
            entered = method.limit();
            if (entered != null) {
                admission.enter(entered, method);
            }
        } catch (Throwable t) {
            refusal = t;
        }
        Reply reply = newReply(arrived, frame, method.counts(), format, entered, admitted);
        if (refusal == null) {
            serve(arrived, frame.sharedMeta(), method, reply);
        } else {
            reply.answerThrown(refusal);
        }
    }

    private Reply newReply(
            ArrivedCall arrived,
            RpcFrame frame,
            CallCounts counts,
            PayloadFormat format,
            @Nullable InFlightLimit methodLimit,
            CallDoor.@Nullable Admitted admitted) {
        try {
            return new Reply(books, arrived, frame, counts, format, methodLimit, admitted);
        } catch (Throwable t) {
            // no memory: nobody else knows of the call's places
            books.serverLimit().exit();
            if (methodLimit != null) {
                methodLimit.exit();
            }
            books.inFlight().exit();
            if (admitted != null) {
                admitted.withdraw();
            }
            throw t;
        }
    }

    private void serve(ArrivedCall arrived, RpcMeta meta, MethodEntry method, Reply reply) {
        FollowedCall followed = arrived.followed();
        try {
            CallContext call = new CallContext(
                    method.counts().method(),
                    arrived.ctx().channel().remoteAddress(),
                    arrived.arrivedNanos() + boundTimeoutNanos(meta),
                    pools,
                    journal.clock(),
                    followed);
            if (followed == null) {
                begin(arrived.ctx(), method, call, reply);
                return;
            }
            Scope scope = followed.enter();
            try {
                begin(arrived.ctx(), method, call, reply);
            } finally {
                followed.leave(scope);
            }
        } catch (Throwable t) {
            reply.answerThrown(t);
        }
    }

    /** Finds whoever follows the call from here on; null when nobody does. */
    private @Nullable FollowedCall follow(ChannelHandlerContext ctx, RpcMeta meta) {
        ServerCallObserver observer = journal.observer();
        if (observer == null) {
            return null;
        }
        try {
            RpcRequestMeta request = meta.getRequest();
            ObservedCall observed = observer.arrived(
                    methods.findMethod(request.getServiceName(), request.getMethodName()),
                    meta,
                    ctx.channel().remoteAddress());
            return observed == null ? null : new FollowedCall(observed, failures);
        } catch (Throwable t) {
            failures.warnBeside("the calls' observer failed", t);
            return null;
        }
    }

    private void begin(ChannelHandlerContext ctx, MethodEntry method, CallContext call, Reply reply) throws Exception {
        if (method.binding() instanceof MethodBinding.Blocking<?, ?> blocking) {
            submit(ctx, blocking, call, reply);
        } else if (method.binding() instanceof MethodBinding.Async<?, ?> async) {
            turn(ctx).handOver();
            startAsync(ctx, async, call, reply);
        }
    }

    /** A caller's timeout says how long it waits, not how long this server keeps its call. */
    private long boundTimeoutNanos(RpcMeta meta) {
        int timeoutMillis = meta.getRequest().getTimeoutMs();
        return timeoutMillis == 0
                ? unsetDeadlineNanos
                : Math.min(TimeUnit.MILLISECONDS.toNanos(timeoutMillis), longestDeadlineNanos);
    }

    private <ReqT extends Message, ResT extends Message> void submit(
            ChannelHandlerContext ctx, MethodBinding.Blocking<ReqT, ResT> binding, CallContext call, Reply reply) {
        MeasuredPool pool = pools.get(binding.poolName());
        BlockingCall<ReqT, ResT> task = new BlockingCall<>(binding, call, reply, failures, rejections, darkMode);
        TurnCalls turn = turn(ctx);
        if (call.isFollowed() || pool.config().kind() == PoolKind.DIRECT) {
            // a follower is to be met where the call is submitted, and a direct pool runs it here
            turn.handOver();
            try {
                pool.execute(task);
            } catch (Throwable t) {
                task.refused(t);
            }
        } else {
            turn.add(pool, task);
        }
    }

    private TurnCalls turn(ChannelHandlerContext ctx) {
        return turns.computeIfAbsent(ctx.executor(), TurnCalls::new);
    }

    private <ReqT extends Message, ResT extends Message> void startAsync(
            ChannelHandlerContext ctx, MethodBinding.Async<ReqT, ResT> binding, CallContext call, Reply reply)
            throws Exception {
        ReqT request = RequestReader.read(binding.method(), call, reply);
        reply.startService();
        CompletionStage<ResT> stage =
                Objects.requireNonNull(binding.handler().handle(request, call), "handler returned null");
        LoopTimer.Timeout expiry =
                LoopTimer.current(ctx.executor()).at(call.deadlineNanos(), () -> expire(call, reply));
        try {
            stage.whenComplete((response, thrown) -> {
                expiry.cancel();
                if (thrown != null) {
                    reply.answerThrown(thrown);
                } else if (response == null) {
                    reply.answerThrown(new NullPointerException("handler answered null"));
                } else {
                    reply.answer(response, call.responseAttachment());
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
            if (reply.answerError(new RpcException(
                    RpcErrorCode.ERPCTIMEDOUT, "the deadline passed before " + call.method() + " was done"))) {
                rejections.count(CallRejection.EXPIRED_IN_SERVICE);
            }
        } catch (Throwable t) {
            reply.answerThrown(t);
        }
    }
}
