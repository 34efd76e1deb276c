package dev.multipool.rpc.server;

import com.google.protobuf.Message;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.rpc.protocol.FrameException;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes each received frame to its method: admits it, stamps its deadline, and hands it to a pool or answers it here.
 * A request's payload is parsed only after it has been admitted.
 *
 * <p><b>Threads</b>: one instance for all connections; called on their event loops, blocks none.
 */
@Sharable
@SuppressWarnings("FutureReturnValueIgnored") // as in Reply: a failed write or close has nobody to tell
final class CallDispatcher extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(CallDispatcher.class);

    private final MethodTable methods;
    private final Map<String, MeasuredPool> pools;
    private final RpcServerSettings settings;
    private final InFlightCalls inFlight;
    private final NanoClock clock;
    private final RateLimitedLog limited;
    private final HandlerFailures failures;
    private final LongAdder brokenStreams = new LongAdder();

    CallDispatcher(
            MethodTable methods,
            Map<String, MeasuredPool> pools,
            RpcServerSettings settings,
            InFlightCalls inFlight,
            NanoClock clock) {
        this.methods = methods;
        this.pools = pools;
        this.settings = settings;
        this.inFlight = inFlight;
        this.clock = clock;
        this.limited = new RateLimitedLog(clock);
        this.failures = new HandlerFailures(limited);
    }

    /** Connections closed because their bytes were not baidu_std. */
    long brokenStreams() {
        return brokenStreams.sum();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        RpcFrame frame = (RpcFrame) message;
        long arrivedNanos = clock.nanoTime();
        long correlationId = frame.meta().getCorrelationId();
        if (!inFlight.tryEnter()) {
            frame.release();
            RpcException stopping = new RpcException(RpcErrorCode.ELOGOFF, "the server is stopping");
            ctx.writeAndFlush(Reply.errorFrame(ctx, correlationId, stopping));
            return;
        }
        Reply reply = new Reply(ctx, correlationId, settings.frameLimits(), inFlight);
        try {
            requireServable(frame.meta());
            MethodBinding binding = methods.find(
                    frame.meta().getRequest().getServiceName(),
                    frame.meta().getRequest().getMethodName());
            CallContext call = new CallContext(
                    binding.method().fullName(),
                    ctx.channel().remoteAddress(),
                    arrivedNanos + timeoutNanos(frame.meta()),
                    clock);
            if (binding instanceof MethodBinding.Blocking<?, ?> blocking) {
                submit(blocking, frame, call, reply);
            } else if (binding instanceof MethodBinding.Async<?, ?> async) {
                startAsync(async, frame, call, reply);
            }
        } catch (RpcException e) {
            frame.release();
            reply.failure(e);
        }
    }

    /** Refuses what baidu_std has and this server does not serve. */
    private static void requireServable(RpcMeta meta) {
        if (!meta.hasRequest()) {
            throw notServed("a frame without request meta", "a request");
        }
        if (!meta.isInitialized()) {
            throw notServed("a request without service_name or method_name", "both");
        }
        if (meta.getRequest().getTimeoutMs() < 0) {
            throw notServed("timeout_ms " + meta.getRequest().getTimeoutMs(), ">= 0");
        }
        if (meta.getCompressType() != 0) {
            throw notServed("compress_type " + meta.getCompressType(), "0, none");
        }
        if (meta.getContentType() != 0) {
            throw notServed("content_type " + meta.getContentType(), "0, protobuf");
        }
        if (meta.getChecksumType() != 0) {
            throw notServed("checksum_type " + meta.getChecksumType(), "0, none");
        }
        if (meta.hasStreamSettings()) {
            throw notServed("stream_settings", "a unary call");
        }
    }

    private static RpcException notServed(String what, String expected) {
        return new RpcException(RpcErrorCode.EREQUEST, what + " (expected: " + expected + ")");
    }

    private long timeoutNanos(RpcMeta meta) {
        int timeoutMillis = meta.getRequest().getTimeoutMs();
        return timeoutMillis == 0 ? settings.defaultDeadline().toNanos() : TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    private <ReqT extends Message, ResT extends Message> void submit(
            MethodBinding.Blocking<ReqT, ResT> binding, RpcFrame frame, CallContext call, Reply reply) {
        MeasuredPool pool = pools.get(binding.poolName());
        try {
            Objects.requireNonNull(pool, "a bound pool exists")
                    .execute(new BlockingCall<>(binding, frame, call, reply, failures));
        } catch (PoolRejectedException e) {
            throw PoolAnswers.toAnswer(e);
        }
    }

    private <ReqT extends Message, ResT extends Message> void startAsync(
            MethodBinding.Async<ReqT, ResT> binding, RpcFrame frame, CallContext call, Reply reply) {
        ReqT request = Payloads.parse(call.method(), binding.method().requestParser(), frame.payload());
        frame.release();
        CompletionStage<ResT> stage;
        try {
            stage = Objects.requireNonNull(binding.handler().handle(request, call), "handler returned null");
        } catch (Exception e) {
            reply.failure(failures.toAnswer(call.method(), e));
            return;
        }
        stage.whenComplete((response, thrown) -> {
            if (thrown != null) {
                reply.failure(failures.toAnswer(call.method(), thrown));
            } else if (response == null) {
                reply.failure(failures.toAnswer(call.method(), new NullPointerException("handler answered null")));
            } else {
                reply.success(response);
            }
        });
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof FrameException broken) {
            brokenStreams.increment();
            limited.warn(
                    log,
                    () -> ctx.channel().remoteAddress() + ": not baidu_std, connection closed: " + broken.getMessage());
            if (broken.correlationId() != FrameException.NO_CORRELATION_ID) {
                RpcException answer = new RpcException(RpcErrorCode.EREQUEST, String.valueOf(broken.getMessage()));
                ctx.writeAndFlush(Reply.errorFrame(ctx, broken.correlationId(), answer))
                        .addListener(ChannelFutureListener.CLOSE);
                return;
            }
        } else if (cause instanceof IOException) {
            log.debug("{}: connection lost: {}", ctx.channel().remoteAddress(), cause.getMessage());
        } else {
            limited.warn(log, () -> ctx.channel().remoteAddress() + ": connection closed after " + cause);
            log.debug("{}: connection closed", ctx.channel().remoteAddress(), cause);
        }
        ctx.close();
    }
}
