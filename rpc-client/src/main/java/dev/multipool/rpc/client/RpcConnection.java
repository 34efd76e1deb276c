package dev.multipool.rpc.client;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.FrameDecoder;
import dev.multipool.rpc.protocol.FrameException;
import dev.multipool.rpc.protocol.Goodbye;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.observe.ClientCallObserver;
import dev.multipool.rpc.protocol.observe.ClientCallObserver.ObservedCall;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls over one connection: sends them, matches answers, enforces deadlines, fails what is pending when the connection
 * breaks. A connection on which the server says that it stops (ELOGOFF) takes no new call; it is closed when its last
 * call has ended, and made again. So is one that is silent while answers are owed, or takes no bytes ({@link Lookout}). All
 * state but the volatile fields is confined to the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails shows in the pipeline
final class RpcConnection implements RpcChannel, PendingCall.Carrier, Lookout.Watched, ConnectionHandler.Listener {
    /** A call that could not be ended at its deadline, for want of memory, is ended then. */
    private static final long DEADLINE_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RpcClientSettings settings;
    private final EventLoop eventLoop;
    private final CallCounters counters;
    private final PendingCalls pendingCalls;
    private final RequestEncoder encoder;
    private final Connector connector;
    private final ForeignFailures foreignFailures;
    private final Lookout lookout;

    // written on the event loop, read by all
    private volatile @Nullable Channel channel;
    private volatile boolean leaving;
    private volatile @Nullable Closing closing;

    RpcConnection(RpcClientSettings settings, EventLoop eventLoop, CallCounters counters, ReconnectBackoff backoff) {
        this.settings = settings;
        this.eventLoop = eventLoop;
        this.counters = counters;
        this.pendingCalls = new PendingCalls(counters);
        this.encoder = new RequestEncoder(settings.wire());
        this.foreignFailures = new ForeignFailures(settings.endpoint());
        this.connector = new Connector(settings, eventLoop, counters, backoff, this::initialize);
        this.lookout = new Lookout(this, settings.endpoint(), eventLoop, pendingCalls, counters);
    }

    /** Makes the connection; from then on it is made again whenever it breaks, until {@link #close}. */
    CompletableFuture<Void> connect() {
        return connector.connect();
    }

    /** Makes the connection however many attempts it takes. */
    void connectInBackground(Runnable onConnected) {
        connector.connectUntilUp(onConnected);
    }

    @Override
    public ScheduledExecutorService eventLoop() {
        return eventLoop;
    }

    @Override
    public boolean isConnected() {
        return channel != null && !leaving;
    }

    @Override
    public <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout) {
        long timeoutNanos = CallTimeout.toNanos("timeout", timeout);
        return begin(new PendingCall.Plain<>(this, method, request, timeoutNanos, now(), observed(method)));
    }

    @Override
    public <Q extends Message, R extends Message> CompletableFuture<Attached<R>> callAttached(
            RpcMethod<Q, R> method, Attached<Q> request, Duration timeout) {
        long timeoutNanos = CallTimeout.toNanos("timeout", timeout);
        return begin(new PendingCall.WithAttachment<>(this, method, request, timeoutNanos, now(), observed(method)));
    }

    private @Nullable ObservedCall observed(RpcMethod<?, ?> method) {
        ClientCallObserver observer = settings.wire().observer();
        if (observer == null) {
            return null;
        }
        try {
            return observer.begins(
                    method, settings.endpoint().host(), settings.endpoint().port());
        } catch (Throwable t) {
            foreignFailures.tell("an observer", t);
            return null;
        }
    }

    @Override
    public ForeignFailures foreignFailures() {
        return foreignFailures;
    }

    /** Why a call is refused at the door; null when it is not, and then it has taken a slot. */
    private @Nullable RpcException refusal() {
        Closing closed = closing;
        if (closed != null) {
            return closed.refusal();
        }
        if (channel == null) {
            return notConnected();
        }
        if (leaving) {
            return serverStops();
        }
        return counters.tryTakeSlot()
                ? null
                : RpcException.notSent(
                        RpcErrorCode.ELIMIT,
                        "pending calls: " + counters.maxPendingCalls() + " (the limit maxPendingCalls is reached)");
    }

    private long now() {
        return eventLoop.ticker().nanoTime();
    }

    private <T> CompletableFuture<T> begin(PendingCall<?, T> call) {
        RpcException refusal = refusal();
        if (refusal != null) {
            call.fail(refusal);
        } else if (eventLoop.inEventLoop()) {
            send(call);
        } else {
            sendThere(call);
        }
        return call;
    }

    private void sendThere(PendingCall<?, ?> call) {
        try {
            eventLoop.execute(() -> send(call));
        } catch (RejectedExecutionException e) {
            // only who closes it ends the event loop
            refuse(call, closedByOwner().refusal());
        } catch (Throwable t) {
            refuse(call, t);
        }
    }

    private void send(PendingCall<?, ?> call) {
        assert eventLoop.inEventLoop();
        if (call.isDone()) {
            counters.giveSlotBack();
            return;
        }
        Throwable failure;
        try {
            failure = failureToSend(call);
        } catch (Throwable t) {
            failure = t;
        }
        if (failure != null) {
            refuse(call, failure);
        }
    }

    private @Nullable RpcException failureToSend(PendingCall<?, ?> call) {
        Channel target = channel;
        Closing closed = closing;
        if (closed != null) {
            return closed.refusal();
        }
        if (target == null) {
            return notConnected();
        }
        if (leaving) {
            return serverStops();
        }
        if (!target.isWritable()) {
            // whatever made an earlier flush fail: without a write, nobody would try again
            TransportSettings.flushNow(target);
            // a channel that is just closing takes no writes either
            return target.isActive() ? overcrowded() : notConnected();
        }
        long remainingNanos = call.deadlineNanos() - now();
        if (remainingNanos <= 0) {
            return timedOut(call);
        }
        write(call, remainingNanos, target);
        return null;
    }

    private void write(PendingCall<?, ?> call, long remainingNanos, Channel target) {
        long correlationId = pendingCalls.nextCorrelationId();
        ByteBuf frame = encoder.encode(call, correlationId, remainingNanos, target.alloc());
        // nothing may throw between here and the write, which owns the frame; a void promise, because a write that
        // fails breaks the connection, and that fails the call
        target.writeAndFlush(frame, target.voidPromise());
        pendingCalls.add(
                correlationId,
                lookout.liveness().reads(),
                call,
                eventLoop.scheduleWithFixedDelay(call, remainingNanos, DEADLINE_AGAIN_NANOS, TimeUnit.NANOSECONDS));
    }

    /** Ends a call that holds a slot and is not in the map. */
    private void refuse(PendingCall<?, ?> call, Throwable cause) {
        counters.giveSlotBack();
        try {
            call.fail(cause);
        } catch (Throwable noMemory) {
            endLater(call);
        }
    }

    @Override
    public void endLater(PendingCall<?, ?> call) {
        eventLoop.execute(call);
    }

    @Override
    public void expire(PendingCall<?, ?> call) {
        assert eventLoop.inEventLoop();
        RpcException failure = timedOut(call);
        letGoUnanswered(call);
        call.fail(failure);
    }

    private void letGoUnanswered(PendingCall<?, ?> call) {
        if (letGo(call)) {
            lookout.liveness().onUnanswered(call.readsWhenSent());
        }
    }

    /** Takes a call out of the map, and its connection with it when it was the last; false when it is out already. */
    @Override
    public boolean letGo(PendingCall<?, ?> call) {
        boolean removed = pendingCalls.remove(call);
        closeWhenLeft();
        return removed;
    }

    @Override
    public void forget(PendingCall<?, ?> call) {
        if (eventLoop.inEventLoop()) {
            discard(call);
            return;
        }
        try {
            eventLoop.execute(() -> discard(call));
        } catch (RejectedExecutionException e) {
            // the event loop has ended, and close() has emptied the map before
            return;
        }
    }

    private void discard(PendingCall<?, ?> call) {
        letGoUnanswered(call);
        call.cancelDeadline();
    }

    private void initialize(SocketChannel channel) {
        channel.pipeline().addLast(new TrafficCounter(counters, lookout.liveness()));
        Tls tls = settings.wire().tls();
        if (tls != null) {
            channel.pipeline()
                    .addLast(tls.newHandler(
                            channel.alloc(),
                            settings.endpoint().certificateName(),
                            settings.endpoint().port(),
                            settings.connecting().timeout()));
        }
        settings.wire().transport().joinFlushes(channel.pipeline());
        channel.pipeline()
                .addLast(new FrameDecoder(settings.wire().limits()))
                .addLast(new ConnectionHandler(this, tls != null));
    }

    @Override
    public void onUp(Channel newChannel) {
        if (closing != null || channel != null) {
            // the latter is an attempt that was given up for lost
            newChannel.close();
            return;
        }
        leaving = false;
        lookout.reset();
        channel = newChannel;
        counters.countConnect();
        encoder.reset();
        connector.onUp();
    }

    @Override
    public void onFailed(String reason) {
        connector.onFailed(reason);
    }

    @Override
    public void onFrame(RpcFrame frame) {
        boolean stops = frame.sharedMeta().getResponse().getErrorCode() == RpcErrorCode.ELOGOFF.number();
        if (stops) {
            leaving = true;
        } else {
            connector.onProofOfLife();
        }
        if (Goodbye.is(frame)) {
            pendingCalls.failAll(serverStops());
            closeWhenLeft();
            return;
        }
        PendingCall<?, ?> call = pendingCalls.find(frame.correlationId());
        if (call == null) {
            if (!lookout.isProbe(frame.correlationId())) {
                counters.countLateAnswer();
            }
            closeWhenLeft();
        } else {
            call.answer(frame, settings.wire().limits().maxBodyBytes());
        }
    }

    /** No call waits for a server that stops: whoever has nothing to lose hangs up, so that the server need not. */
    private void closeWhenLeft() {
        Channel left = channel;
        if (leaving && left != null && pendingCalls.isEmpty()) {
            left.close();
        }
    }

    /** The stream is broken; the call that it broke at is told so, the others learn that the connection is gone. */
    @Override
    public void onFrameException(FrameException e) {
        PendingCall<?, ?> call = pendingCalls.find(e.correlationId());
        if (call != null) {
            RpcException failure = new RpcException(RpcErrorCode.ERESPONSE, "unreadable frame: " + e.getMessage());
            letGo(call);
            call.fail(failure);
        }
    }

    @Override
    public void onDown(Channel which, String reason) {
        if (closing != null || which != channel) {
            return;
        }
        channel = null;
        connector.reconnectLater();
        pendingCalls.failAll(new RpcException(
                RpcErrorCode.EFAILEDSOCKET,
                "connection to " + settings.endpoint() + " lost: " + lookout.whyDropped(reason)));
    }

    /** On any thread: has the event loop look whether the connection is what it seems. */
    void lookSoon() {
        lookout.lookSoon();
    }

    @Override
    public void look() {
        Channel current = channel;
        if (closing != null) {
            return;
        }
        if (current == null) {
            connector.look();
        } else {
            lookout.look(current);
        }
    }

    /** Refuses calls from now on and fails the pending ones with ECLOSE, on the event loop. Idempotent. */
    void close() {
        close(closedByOwner());
    }

    /** Closes it like {@link #close}, but for a client that goes on without this server: with EFAILEDSOCKET. */
    void closeGone() {
        close(new Closing(
                RpcErrorCode.EFAILEDSOCKET,
                settings.endpoint() + " is no longer one of the servers, and the time to end its calls is over"));
    }

    private void close(Closing why) {
        closing = why;
        try {
            eventLoop.execute(() -> {
                connector.stop();
                Channel open = channel;
                channel = null;
                if (open != null) {
                    open.close();
                }
                pendingCalls.failAll(new RpcException(why.code(), why.text()));
            });
        } catch (RejectedExecutionException e) {
            // an earlier close has ended the event loop
            return;
        }
    }

    /** Why it takes no more calls. */
    private record Closing(RpcErrorCode code, String text) {
        RpcException refusal() {
            return RpcException.notSent(code, text);
        }
    }

    private Closing closedByOwner() {
        return new Closing(RpcErrorCode.ECLOSE, "the client of " + settings.endpoint() + " is closed");
    }

    private RpcException overcrowded() {
        return RpcException.notSent(RpcErrorCode.EOVERCROWDED, "too much unsent data to " + settings.endpoint());
    }

    private RpcException notConnected() {
        return RpcException.notSent(RpcErrorCode.EFAILEDSOCKET, "not connected to " + settings.endpoint());
    }

    private RpcException serverStops() {
        return new RpcException(RpcErrorCode.ELOGOFF, settings.endpoint() + " is stopping");
    }

    private static RpcException timedOut(PendingCall<?, ?> call) {
        return new RpcException(
                RpcErrorCode.ERPCTIMEDOUT,
                call.method().fullName() + ": no answer within " + Duration.ofNanos(call.timeoutNanos()));
    }
}
