package dev.multipool.bench.http;

import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.WeightedCalls;
import dev.multipool.bench.call.WeightedCalls.Weighted;
import dev.multipool.bench.http.HttpCall.EncodedRequest;
import dev.multipool.bench.socket.Traffic;
import dev.multipool.bench.template.ValueSource;
import dev.multipool.pools.NanoClock;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * TCP connections of one event loop: a call takes one that is idle, or opens one more. A user of a closed loop has a pool
 * of its own, in which there is never more than one.
 *
 * <p><b>Threads</b>: confined to its event loop.
 */
final class HttpPool implements Connection {
    private final EventLoop eventLoop;
    private final Shared shared;
    private final Traffic traffic;
    private final Bootstrap bootstrap;
    private final Deque<HttpConnection> idle = new ArrayDeque<>();
    private final Set<HttpConnection> open = new HashSet<>();
    private boolean closed;

    HttpPool(EventLoop eventLoop, Shared shared, Traffic traffic, Bootstrap bootstrap) {
        this.eventLoop = eventLoop;
        this.shared = shared;
        this.traffic = traffic;
        this.bootstrap = bootstrap.clone().group(eventLoop);
    }

    /**
     * What is the same for all pools of a run.
     *
     * @param server whom certificates would name
     * @param tls null for plain connections
     */
    record Shared(
            List<EncodedRequest> requests,
            List<ValueSource.Texts> values,
            Server server,
            @Nullable SslContext tls,
            boolean keptAlive,
            NanoClock clock) {}

    /** The server by its name. */
    record Server(String host, int port) {}

    @Override
    public ScheduledExecutorService eventLoop() {
        return eventLoop;
    }

    @Override
    public CallSource calls(SplittableRandom random) {
        ValueSource[] values = shared.values().stream()
                .map(texts -> new ValueSource(texts, random))
                .toArray(ValueSource[]::new);
        return new WeightedCalls(
                shared.requests().stream()
                        .map(request -> new Weighted(new HttpCall(this, request, values), request.weight()))
                        .toList(),
                random);
    }

    /** Opens one more connection ahead of the load; from any thread. */
    CompletableFuture<Void> openOne() {
        CompletableFuture<Void> opened = new CompletableFuture<>();
        eventLoop.execute(() -> newConnection().connect(opened));
        return opened;
    }

    void send(HttpCall call, long timeoutNanos, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
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
        HttpConnection connection = new HttpConnection(this, shared, traffic, bootstrap);
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

    /** Fails what is pending; no call is sent any more. */
    void close() {
        closed = true;
        new ArrayList<>(open).forEach(HttpConnection::cancel);
    }
}
