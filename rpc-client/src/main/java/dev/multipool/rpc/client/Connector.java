package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.transport.SocketErrors;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the channel of one connection, and makes it again with growing pauses. Confined to the event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // listeners see the failures
final class Connector {
    private static final Logger log = LoggerFactory.getLogger(Connector.class);

    /**
     * Timed-out calls free their slot while their bytes still wait for a server that does not read: this bounds those
     * bytes, per connection. A call above it fails with EOVERCROWDED until half is gone.
     */
    private static final WriteBufferWaterMark UNSENT_BYTES = new WriteBufferWaterMark(2 << 20, 4 << 20);

    private final RpcClientSettings settings;
    private final EventLoop eventLoop;
    private final CallCounters counters;
    private final ReconnectBackoff backoff;
    private final Bootstrap bootstrap;
    private final long overdueNanos;
    private final long looksUntilLost;
    private final Runnable attempting = this::attempt;
    private CompletableFuture<Void> attempt = new CompletableFuture<>();
    private @Nullable Runnable onFirstUp;
    // the first attempt may be another thread's
    private volatile @Nullable Future<?> overdue;
    private volatile @Nullable ChannelFuture connecting;
    private boolean stopped;

    /** Counts attempts and pauses between them; one that does not end in time was lost. */
    private long steps;

    private long stepsAtLook;
    private long looksAtStep;

    Connector(
            RpcClientSettings settings,
            EventLoop eventLoop,
            CallCounters counters,
            ReconnectBackoff backoff,
            Consumer<SocketChannel> initializer) {
        this.settings = settings;
        this.eventLoop = eventLoop;
        this.counters = counters;
        this.backoff = backoff;
        this.overdueNanos = 2 * settings.connecting().timeout().toNanos() + TimeUnit.SECONDS.toNanos(1);
        this.looksUntilLost = 1
                + (overdueNanos + settings.connecting().maxBackoff().toNanos())
                        / settings.connecting().lookNanos();
        this.bootstrap = new Bootstrap()
                .group(eventLoop)
                .channel(settings.wire().transport().transport().clientChannel())
                .option(ChannelOption.TCP_NODELAY, settings.wire().transport().tcpNoDelay())
                .option(
                        ChannelOption.ALLOCATOR,
                        settings.wire().transport().allocator().allocator())
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT_BYTES)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        settings.connecting().timeout().toMillis())
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        initializer.accept(channel);
                    }
                });
    }

    /** One attempt, never two at a time. The first may come from any thread. */
    CompletableFuture<Void> connect() {
        CompletableFuture<Void> connected = new CompletableFuture<>();
        attempt = connected;
        try {
            overdue = eventLoop.schedule(() -> giveUp(connected), overdueNanos, TimeUnit.NANOSECONDS);
            Tls tls = settings.wire().tls();
            if (tls != null) {
                tls.reload();
            }
            // unresolved on purpose: a name is looked up anew for each attempt
            ChannelFuture made = bootstrap.connect(
                    settings.endpoint().host(), settings.endpoint().port());
            connecting = made;
            made.addListener(result -> {
                // success is told by onUp: Netty's own future succeeds before the channel is announced as active
                if (!result.isSuccess()) {
                    fail(connected, result.cause());
                }
            });
        } catch (Throwable t) {
            fail(connected, t);
        }
        return connected;
    }

    /** Connecting and TLS have timeouts of their own; this is for an attempt that Netty forgot when it found no memory. */
    private void giveUp(CompletableFuture<Void> connected) {
        if (connected.isDone()) {
            return;
        }
        ChannelFuture forgotten = connecting;
        if (forgotten != null) {
            forgotten.channel().close();
        }
        connected.completeExceptionally(cannotConnect("no end of the attempt"));
    }

    /** Where there is no channel to be had, no descriptor say, Netty tells so on a thread of its own. */
    private void fail(CompletableFuture<Void> connected, Throwable cause) {
        if (eventLoop.inEventLoop() || eventLoop.isShuttingDown()) {
            failHere(connected, cause);
        } else {
            eventLoop.execute(() -> failHere(connected, cause));
        }
    }

    private void failHere(CompletableFuture<Void> connected, Throwable cause) {
        Throwable failure;
        try {
            failure = cannotConnect(cause);
        } catch (OutOfMemoryError e) {
            failure = e;
        }
        connected.completeExceptionally(failure);
    }

    /** Attempt after attempt, with growing pauses. The first may come from any thread. */
    void connectUntilUp(Runnable onConnected) {
        onFirstUp = onConnected;
        attempt();
    }

    private void attempt() {
        if (stopped) {
            return;
        }
        steps++;
        try {
            connect().whenComplete((connected, failure) -> onAttempted(failure));
        } catch (Throwable t) {
            // no memory for so much
            reconnectLater();
        }
    }

    private void onAttempted(@Nullable Throwable failure) {
        Future<?> timer = overdue;
        if (timer != null) {
            timer.cancel(false);
        }
        if (failure != null) {
            reconnectLater();
            if (onFirstUp != null) {
                log.info("{}; tries on", failure.getMessage());
            }
        } else if (onFirstUp != null) {
            onFirstUp.run();
            onFirstUp = null;
        } else {
            counters.countReconnect();
            log.info("connected to {} again", settings.endpoint());
        }
    }

    void onUp() {
        attempt.complete(null);
    }

    /** The connection was made and is of no use: TLS could not be agreed on, or the server closed it at once. */
    void onFailed(String reason) {
        attempt.completeExceptionally(cannotConnect(reason));
    }

    /** What is done here comes by with as little memory as there can be: nobody else would make the connection again. */
    void reconnectLater() {
        if (stopped) {
            return;
        }
        steps++;
        long pauseNanos = backoff.nextNanos();
        try {
            eventLoop.schedule(attempting, pauseNanos, TimeUnit.NANOSECONDS);
        } catch (OutOfMemoryError e) {
            // without a pause rather than never
            eventLoop.execute(attempting);
        }
        log.debug("connecting to {} in {} ms", settings.endpoint(), TimeUnit.NANOSECONDS.toMillis(pauseNanos));
    }

    /** The connection is not up. Tries anew when an attempt, or the pause before it, was lost for want of memory. */
    void look() {
        if (stepsAtLook != steps) {
            stepsAtLook = steps;
            looksAtStep = 0;
        } else if (++looksAtStep > looksUntilLost) {
            looksAtStep = 0;
            if (attempt.isDone()) {
                attempt();
            } else {
                giveUp(attempt);
            }
        }
    }

    /** The server does more than accept and say goodbye, so the next pause may be short again. */
    void onProofOfLife() {
        backoff.reset();
    }

    void stop() {
        stopped = true;
    }

    private RpcException cannotConnect(Throwable failure) {
        // Netty's own exception repeats the address, the one beneath says only what happened
        Throwable root = failure.getCause() != null ? failure.getCause() : failure;
        if (root instanceof UnknownHostException) {
            return cannotConnect("unknown host");
        }
        return cannotConnect(root instanceof IOException ? SocketErrors.reason(root) : ForeignFailures.reasonOf(root));
    }

    private RpcException cannotConnect(String reason) {
        return new RpcException(RpcErrorCode.EFAILEDSOCKET, "cannot connect to " + settings.endpoint() + ": " + reason);
    }
}
