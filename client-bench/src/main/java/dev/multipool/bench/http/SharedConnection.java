package dev.multipool.bench.http;

import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.socket.Traffic;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection of HTTP/2 that its callers share. At most one TCP connection takes calls at a time. When that ends, the
 * next call opens another one; one that the server asked to leave carries its calls to their end beside it.
 *
 * <p>A call waits here while the connection is being opened, and while as many streams are open as the server allows. Its
 * deadline runs meanwhile.
 *
 * <p><b>Threads</b>: confined to its event loop.
 */
final class SharedConnection implements HttpSender<StreamTemplate>, StreamCall.Owner {
    private final EventLoop eventLoop;
    private final Shared<StreamTemplate> shared;
    private final Traffic traffic;
    private final Bootstrap bootstrap;
    private final Deque<StreamCall> waiting = new ArrayDeque<>();
    private final Deadlines deadlines;
    private final Set<StreamConnection> open = new HashSet<>();

    /** The one that takes calls, or is about to; null when there is none. */
    private @Nullable StreamConnection current;

    private boolean closed;

    SharedConnection(EventLoop eventLoop, Shared<StreamTemplate> shared, Traffic traffic, Bootstrap bootstrap) {
        this.eventLoop = eventLoop;
        this.shared = shared;
        this.traffic = traffic;
        this.bootstrap = bootstrap.clone().group(eventLoop);
        this.deadlines = new Deadlines(eventLoop, shared.clock());
    }

    @Override
    public EventLoop eventLoop() {
        return eventLoop;
    }

    @Override
    public CallSource calls(SplittableRandom random) {
        return HttpCall.source(this, shared.requests(), shared.values(), random);
    }

    @Override
    public CompletableFuture<Void> openOne() {
        CompletableFuture<Void> opened = new CompletableFuture<>();
        eventLoop.execute(() -> connect(opened));
        return opened;
    }

    private void connect(CompletableFuture<Void> opened) {
        if (closed) {
            opened.completeExceptionally(HttpFailure.CANCELLED);
            return;
        }
        StreamConnection connection = new StreamConnection(this, shared, traffic, opened);
        current = connection;
        open.add(connection);
        connection.connect(bootstrap);
    }

    @Override
    public void send(
            HttpCall<StreamTemplate> asked, long timeoutNanos, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
        if (closed) {
            end.accept(null, HttpFailure.CANCELLED);
            return;
        }
        traffic.began();
        StreamCall call = new StreamCall(this, asked, shared.clock().nanoTime() + timeoutNanos, end);
        deadlines.add(call);
        waiting.addLast(call);
        startWaiting();
    }

    /** Sends what waits, as far as there are streams for it. */
    void startWaiting() {
        while (!waiting.isEmpty()) {
            StreamConnection to = current;
            if (to == null) {
                connect(new CompletableFuture<>());
                return;
            }
            if (!to.canStart()) {
                return;
            }
            to.start(waiting.removeFirst());
        }
    }

    @Override
    public void expire(StreamCall call) {
        if (call.carrier == null) {
            // calls wait in the order of their deadlines: it is the first of them
            waiting.remove(call);
        } else {
            call.carrier.reset(call);
        }
        end(call, HttpFailure.TIMEOUT);
    }

    /** Ends a call that has not ended. */
    void end(StreamCall call, HttpFailure failure) {
        if (!call.hasEnded()) {
            forget(call);
            call.end(null, failure);
        }
    }

    /** Ends a call by the answer that came. */
    void endAnswered(StreamCall call) {
        if (!call.hasEnded()) {
            forget(call);
            call.endAnswered();
        }
    }

    private void forget(StreamCall call) {
        deadlines.remove(call);
        traffic.ended();
    }

    /** It takes no further call, but those that it has go on. */
    void leaves(StreamConnection connection) {
        if (current == connection) {
            current = null;
            goOn(connection, HttpFailure.CONNECTION_CLOSED);
        }
    }

    /** It is closed; its calls end by the failure, and those that wait go over another one. */
    void hasClosed(StreamConnection connection, List<StreamCall> itsCalls, HttpFailure failure) {
        open.remove(connection);
        boolean wasCurrent = current == connection;
        if (wasCurrent) {
            current = null;
        }
        itsCalls.forEach(call -> end(call, failure));
        if (wasCurrent) {
            goOn(connection, failure);
        }
    }

    /** A connection that ended before it carried a call would be followed by another such one, and so on. */
    private void goOn(StreamConnection before, HttpFailure failure) {
        if (before.hasCarriedCalls()) {
            startWaiting();
        } else {
            endWaiting(failure);
        }
    }

    private void endWaiting(HttpFailure failure) {
        List<StreamCall> lost = new ArrayList<>(waiting);
        waiting.clear();
        lost.forEach(call -> end(call, failure));
    }

    @Override
    public void close() {
        closed = true;
        new ArrayList<>(open).forEach(StreamConnection::cancel);
        endWaiting(HttpFailure.CANCELLED);
    }
}
