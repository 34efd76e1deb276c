package dev.multipool.bench.grpc;

import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.WeightedCalls;
import dev.multipool.bench.call.WeightedCalls.Weighted;
import dev.multipool.bench.socket.Traffic;
import dev.multipool.bench.template.ValueSource;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One channel: at most one TCP connection at a time, which is opened anew when the next call needs it.
 *
 * <p><b>Threads</b>: confined to its event loop.
 */
final class GrpcConnection implements Connection {
    private final ManagedChannel channel;
    private final EventLoop eventLoop;
    private final Traffic traffic;
    private final List<GrpcRequest> requests;
    private final List<ValueSource.Texts> values;
    private boolean closed;

    GrpcConnection(
            ManagedChannel channel,
            EventLoop eventLoop,
            Traffic traffic,
            List<GrpcRequest> requests,
            List<ValueSource.Texts> values) {
        this.channel = channel;
        this.eventLoop = eventLoop;
        this.traffic = traffic;
        this.requests = requests;
        this.values = values;
    }

    @Override
    public ScheduledExecutorService eventLoop() {
        return eventLoop;
    }

    @Override
    public CallSource calls(SplittableRandom random) {
        ValueSource[] drawn =
                values.stream().map(texts -> new ValueSource(texts, random)).toArray(ValueSource[]::new);
        return new WeightedCalls(
                requests.stream()
                        .map(request -> new Weighted(
                                new GrpcCall(this, request, drawn),
                                request.described().asked().weight()))
                        .toList(),
                random);
    }

    void send(
            GrpcRequest request,
            ValueSource[] drawn,
            Duration timeout,
            BiConsumer<@Nullable Object, @Nullable Throwable> end) {
        if (closed) {
            end.accept(null, GrpcFailure.CANCELLED);
            return;
        }
        traffic.began();
        CallUnderWay call = new CallUnderWay(this, request.described().asked().expected(), end);
        try {
            request.draw(drawn);
            call.start(
                    channel.newCall(
                            request.method(),
                            CallOptions.DEFAULT
                                    .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
                                    .withStreamTracerFactory(call)),
                    request.metadata(drawn),
                    request.described().template().message(drawn));
        } catch (Throwable e) {
            // the call ends all the same, but its sender must not go on while it sends
            eventLoop.execute(() -> call.end(null, GrpcFailure.NOT_ENCODED));
        }
    }

    /** Runs something on its event loop: at once where it is there already. */
    void onEventLoop(Runnable task) {
        if (eventLoop.inEventLoop()) {
            task.run();
        } else {
            eventLoop.execute(task);
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** A call has ended, well or not. */
    void hasEnded() {
        traffic.ended();
    }

    /** The next call tries to connect at once: grpc-java itself would have it fail until a growing pause is over. */
    void connectAgain() {
        channel.resetConnectBackoff();
    }

    /** No call is sent any more. */
    void close() {
        closed = true;
    }
}
