package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.transport.SocketErrors;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
    private CompletableFuture<Void> attempt = new CompletableFuture<>();
    private boolean stopped;

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
        Tls tls = settings.wire().tls();
        if (tls != null) {
            tls.reload();
        }
        // unresolved on purpose: a name is looked up anew for each attempt
        bootstrap
                .connect(settings.endpoint().host(), settings.endpoint().port())
                .addListener(result -> {
                    // success is told by onUp: Netty's own future succeeds before the channel is announced as active
                    if (!result.isSuccess()) {
                        connected.completeExceptionally(cannotConnect(result.cause()));
                    }
                });
        return connected;
    }

    /** Attempt after attempt, with growing pauses. The first may come from any thread. */
    void connectUntilUp(Runnable onConnected) {
        connect().whenComplete((connected, failure) -> {
            if (failure == null) {
                onConnected.run();
            } else {
                log.info("{}; tries on", failure.getMessage());
                later(() -> connectUntilUp(onConnected));
            }
        });
    }

    void onUp() {
        attempt.complete(null);
    }

    /** The connection was made and is of no use: TLS could not be agreed on, or the server closed it at once. */
    void onFailed(String reason) {
        attempt.completeExceptionally(cannotConnect(reason));
    }

    void reconnectLater() {
        later(this::reconnect);
    }

    private void later(Runnable attempting) {
        if (stopped) {
            return;
        }
        long pauseNanos = backoff.nextNanos();
        log.debug("connecting to {} in {} ms", settings.endpoint(), TimeUnit.NANOSECONDS.toMillis(pauseNanos));
        eventLoop.schedule(
                () -> {
                    if (!stopped) {
                        attempting.run();
                    }
                },
                pauseNanos,
                TimeUnit.NANOSECONDS);
    }

    private void reconnect() {
        connect().whenComplete((connected, failure) -> {
            if (failure == null) {
                counters.countReconnect();
                log.info("connected to {} again", settings.endpoint());
            } else {
                reconnectLater();
            }
        });
    }

    /** A frame came: the server does more than accept and close, so the next pause may be short again. */
    void onProofOfLife() {
        backoff.reset();
    }

    void stop() {
        stopped = true;
    }

    private RpcException cannotConnect(Throwable failure) {
        // Netty's own exception repeats the address, the one beneath says only what happened
        Throwable root = failure.getCause() != null ? failure.getCause() : failure;
        return cannotConnect(root instanceof UnknownHostException ? "unknown host" : SocketErrors.reason(root));
    }

    private RpcException cannotConnect(String reason) {
        return new RpcException(RpcErrorCode.EFAILEDSOCKET, "cannot connect to " + settings.endpoint() + ": " + reason);
    }
}
