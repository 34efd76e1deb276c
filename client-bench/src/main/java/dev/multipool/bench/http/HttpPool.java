package dev.multipool.bench.http;

import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.socket.Traffic;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * TCP connections of one event loop: a call takes one that is idle, or opens one more. A user of a closed loop has a pool
 * of its own, in which there is never more than one.
 *
 * <p><b>Threads</b>: confined to its event loop.
 */
final class HttpPool implements HttpSender<RequestTemplate> {
    private final EventLoop eventLoop;
    private final Shared<RequestTemplate> shared;
    private final boolean keptAlive;
    private final Traffic traffic;
    private final Bootstrap bootstrap;
    private final Deque<HttpConnection> idle = new ArrayDeque<>();
    private final Set<HttpConnection> open = new HashSet<>();
    private boolean closed;

    /** @param keptAlive whether a connection carries one request after the other; else each request has its own */
    HttpPool(
            EventLoop eventLoop,
            Shared<RequestTemplate> shared,
            boolean keptAlive,
            Traffic traffic,
            Bootstrap bootstrap) {
        this.eventLoop = eventLoop;
        this.shared = shared;
        this.keptAlive = keptAlive;
        this.traffic = traffic;
        this.bootstrap = bootstrap.clone().group(eventLoop);
    }

    @Override
    public EventLoop eventLoop() {
        return eventLoop;
    }

    @Override
    public CallSource calls(SplittableRandom random) {
        return HttpCall.source(this, shared.requests(), shared.values(), random);
    }

    /** Opens one more connection ahead of the load; from any thread. */
    @Override
    public CompletableFuture<Void> openOne() {
        CompletableFuture<Void> opened = new CompletableFuture<>();
        eventLoop.execute(() -> newConnection().connect(opened));
        return opened;
    }

    @Override
    public void send(
            HttpCall<RequestTemplate> call, long timeoutNanos, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
        if (closed) {
            end.accept(null, HttpFailure.CANCELLED);
            return;
        }
        traffic.began();
        // the one used last: its server has had the least time to close it
        HttpConnection connection = idle.pollLast();
        if (connection != null) {
            connection.send(call, timeoutNanos, end);
        } else {
            connection = newConnection();
            connection.send(call, timeoutNanos, end);
            connection.connect(null);
        }
    }

    private HttpConnection newConnection() {
        HttpConnection connection = new HttpConnection(this, shared, keptAlive, traffic, bootstrap);
        open.add(connection);
        return connection;
    }

    /** It can take the next call. */
    void isIdle(HttpConnection connection) {
        idle.addLast(connection);
    }

    /** A call has ended, well or not. */
    void hasEnded() {
        traffic.ended();
    }

    /** It is closed. */
    void remove(HttpConnection connection, boolean wasIdle) {
        open.remove(connection);
        if (wasIdle) {
            idle.remove(connection);
        }
    }

    @Override
    public void close() {
        closed = true;
        new ArrayList<>(open).forEach(HttpConnection::cancel);
    }
}
