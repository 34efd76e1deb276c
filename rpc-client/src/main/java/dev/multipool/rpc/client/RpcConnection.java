package dev.multipool.rpc.client;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.FrameDecoder;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.FrameException;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls over one connection: sends them, matches answers, enforces deadlines, fails what is pending when the connection
 * breaks. All state but two volatile fields is confined to the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails shows in the pipeline
final class RpcConnection implements RpcChannel {
    private static final int FLUSH_AT_LATEST_AFTER_WRITES = 256;

    private final RpcClientSettings settings;
    private final EventLoop eventLoop;
    private final CallCounters counters;
    private final PendingCalls pendingCalls;
    private final Connector connector;

    // written on the event loop, read by all
    private volatile @Nullable Channel channel;
    private volatile boolean closed;

    // users call one method with one timeout for long: its meta is made once
    private @Nullable RpcMethod<?, ?> lastMethod;
    private RpcRequestMeta lastRequestMeta = RpcRequestMeta.getDefaultInstance();

    RpcConnection(RpcClientSettings settings, EventLoop eventLoop, CallCounters counters, ReconnectBackoff backoff) {
        this.settings = settings;
        this.eventLoop = eventLoop;
        this.counters = counters;
        this.pendingCalls = new PendingCalls(counters);
        this.connector = new Connector(settings, eventLoop, counters, backoff, this::initialize);
    }

    /** Makes the connection; from then on it is made again whenever it breaks, until {@link #close}. */
    CompletableFuture<Void> connect() {
        return connector.connect();
    }

    @Override
    public ScheduledExecutorService eventLoop() {
        return eventLoop;
    }

    @Override
    public boolean isConnected() {
        return channel != null;
    }

    @Override
    public <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout) {
        long timeoutNanos = CallTimeout.toNanos("timeout", timeout);
        if (closed) {
            return CompletableFuture.failedFuture(closedByOwner());
        }
        if (channel == null) {
            return CompletableFuture.failedFuture(notConnected());
        }
        if (!counters.tryTakeSlot()) {
            return CompletableFuture.failedFuture(new RpcException(
                    RpcErrorCode.ELIMIT,
                    "pending calls: " + counters.maxPendingCalls() + " (the limit maxPendingCalls is reached)"));
        }
        PendingCall<R> call = new PendingCall<>(
                this, method, request, timeoutNanos, eventLoop.ticker().nanoTime());
        if (eventLoop.inEventLoop()) {
            send(call);
        } else {
            try {
                eventLoop.execute(() -> send(call));
            } catch (RejectedExecutionException e) {
                refuse(call, closedByOwner());
            }
        }
        return call;
    }

    private void send(PendingCall<?> call) {
        assert eventLoop.inEventLoop();
        Channel target = channel;
        if (call.isDone()) {
            counters.giveSlotBack();
        } else if (closed) {
            refuse(call, closedByOwner());
        } else if (target == null) {
            refuse(call, notConnected());
        } else if (!target.isWritable()) {
            refuse(call, new RpcException(RpcErrorCode.EOVERCROWDED, "too much unsent data to " + settings.endpoint()));
        } else {
            try {
                write(call, target);
            } catch (Throwable t) {
                refuse(call, t);
            }
        }
    }

    private void write(PendingCall<?> call, Channel target) {
        long remainingNanos = call.deadlineNanos() - eventLoop.ticker().nanoTime();
        if (remainingNanos <= 0) {
            throw timedOut(call);
        }
        long correlationId = pendingCalls.nextCorrelationId();
        RpcMeta meta = RpcMeta.newBuilder()
                .setRequest(requestMeta(call.method(), CallTimeout.toWireMillis(remainingNanos)))
                .setCorrelationId(correlationId)
                .build();
        long bodyBytes = FrameEncoder.bodyBytes(meta, call.request());
        if (bodyBytes > settings.limits().maxBodyBytes()) {
            throw new RpcException(
                    RpcErrorCode.EREQUEST,
                    "request body: " + bodyBytes + " bytes (expected: at most "
                            + settings.limits().maxBodyBytes() + ")");
        }
        var frame = FrameEncoder.encode(target.alloc(), meta, call.request());
        // nothing may throw between here and the write, which owns the frame; a void promise, because a write that
        // fails breaks the connection, and that fails the call
        target.writeAndFlush(frame, target.voidPromise());
        pendingCalls.add(correlationId, call, eventLoop.schedule(call, remainingNanos, TimeUnit.NANOSECONDS));
    }

    private RpcRequestMeta requestMeta(RpcMethod<?, ?> method, int timeoutMillis) {
        if (!method.equals(lastMethod) || timeoutMillis != lastRequestMeta.getTimeoutMs()) {
            lastMethod = method;
            lastRequestMeta = RpcRequestMeta.newBuilder()
                    .setServiceName(method.serviceName())
                    .setMethodName(method.methodName())
                    .setTimeoutMs(timeoutMillis)
                    .build();
        }
        return lastRequestMeta;
    }

    /** Ends a call that holds a slot and is not in the map. */
    private void refuse(PendingCall<?> call, Throwable cause) {
        counters.giveSlotBack();
        call.fail(cause);
    }

    void expire(PendingCall<?> call) {
        assert eventLoop.inEventLoop();
        if (pendingCalls.discard(call)) {
            call.fail(timedOut(call));
        }
    }

    /** The caller ended the call itself: its slot becomes free, its answer will be a late one. */
    void forget(PendingCall<?> call) {
        if (eventLoop.inEventLoop()) {
            pendingCalls.discard(call);
            return;
        }
        try {
            eventLoop.execute(() -> pendingCalls.discard(call));
        } catch (RejectedExecutionException e) {
            // the event loop has ended, and close() has emptied the map before
            return;
        }
    }

    private void initialize(SocketChannel channel) {
        channel.pipeline()
                .addLast(new FlushConsolidationHandler(FLUSH_AT_LATEST_AFTER_WRITES, true))
                .addLast(new FrameDecoder(settings.limits()))
                .addLast(new ConnectionHandler(this));
    }

    void onUp(Channel newChannel) {
        if (closed) {
            newChannel.close();
            return;
        }
        channel = newChannel;
        connector.onUp();
    }

    void onFrame(RpcFrame frame) {
        connector.onProofOfLife();
        PendingCall<?> call = pendingCalls.remove(frame.meta().getCorrelationId());
        if (call == null) {
            counters.countLateAnswer();
        } else {
            call.answer(frame.meta(), frame.payload());
        }
    }

    /** The stream is broken; the call that it broke at is told so, the others learn that the connection is gone. */
    void onFrameException(FrameException e) {
        PendingCall<?> call = pendingCalls.remove(e.correlationId());
        if (call != null) {
            call.fail(new RpcException(RpcErrorCode.ERESPONSE, "unreadable frame: " + e.getMessage()));
        }
    }

    void onDown(String reason) {
        channel = null;
        if (closed) {
            return;
        }
        connector.reconnectLater();
        pendingCalls.failAll(new RpcException(
                RpcErrorCode.EFAILEDSOCKET, "connection to " + settings.endpoint() + " lost: " + reason));
    }

    /** Refuses calls from now on and fails the pending ones, on the event loop. Idempotent. */
    void close() {
        closed = true;
        try {
            eventLoop.execute(() -> {
                connector.stop();
                Channel open = channel;
                channel = null;
                if (open != null) {
                    open.close();
                }
                pendingCalls.failAll(closedByOwner());
            });
        } catch (RejectedExecutionException e) {
            // an earlier close has ended the event loop
            return;
        }
    }

    private RpcException closedByOwner() {
        return new RpcException(RpcErrorCode.ECLOSE, "the client of " + settings.endpoint() + " is closed");
    }

    private RpcException notConnected() {
        return new RpcException(RpcErrorCode.EFAILEDSOCKET, "not connected to " + settings.endpoint());
    }

    private static RpcException timedOut(PendingCall<?> call) {
        return new RpcException(
                RpcErrorCode.ERPCTIMEDOUT,
                call.method().fullName() + ": no answer within " + Duration.ofNanos(call.timeoutNanos()));
    }
}
