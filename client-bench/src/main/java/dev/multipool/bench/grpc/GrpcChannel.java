package dev.multipool.bench.grpc;

import com.google.protobuf.Message;
import dev.multipool.bench.socket.Traffic;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.netty.channel.EventLoop;

/**
 * One channel: at most one TCP connection at a time, which is opened anew when the next call needs it.
 *
 * <p><b>Threads</b>: confined to its event loop, but for {@link #onEventLoop} and {@link #eventLoop}.
 */
final class GrpcChannel {
    private final ManagedChannel channel;
    private final EventLoop eventLoop;
    private final Traffic traffic;
    private boolean closed;

    GrpcChannel(ManagedChannel channel, EventLoop eventLoop, Traffic traffic) {
        this.channel = channel;
        this.eventLoop = eventLoop;
        this.traffic = traffic;
    }

    EventLoop eventLoop() {
        return eventLoop;
    }

    ClientCall<Message, Message> newCall(MethodDescriptor<Message, Message> method, CallOptions options) {
        return channel.newCall(method, options);
    }

    /** Runs something on its event loop: at once where it is there already. */
    void onEventLoop(Runnable task) {
        if (eventLoop.inEventLoop()) {
            task.run();
        } else {
            eventLoop.execute(task);
        }
    }

    /** A call begins. */
    void hasBegun() {
        traffic.began();
    }

    /** A call has ended, well or not. */
    void hasEnded() {
        traffic.ended();
    }

    /** The next call tries to connect at once: grpc-java itself would have it fail until a growing pause is over. */
    void connectAgain() {
        channel.resetConnectBackoff();
    }

    boolean isClosed() {
        return closed;
    }

    /** No call is sent any more. */
    void close() {
        closed = true;
    }
}
