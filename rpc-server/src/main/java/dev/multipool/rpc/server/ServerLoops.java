package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A running server's event loops: one that accepts, and those that serve the connections. Those that were given to the
 * server are used and left running.
 */
final class ServerLoops {
    private final EventLoopGroup acceptor;
    private final EventLoopGroup connections;
    private final boolean own;

    ServerLoops(RpcServerSettings.Listening listening) {
        Transport transport = listening.transport().transport();
        EventLoopGroup given = listening.givenEventLoops();
        acceptor = transport.newEventLoops(1, "rpc-accept", false);
        connections = given != null ? given : transport.newEventLoops(listening.eventLoops(), "rpc-io", false);
        own = given == null;
    }

    EventLoopGroup acceptor() {
        return acceptor;
    }

    EventLoopGroup connections() {
        return connections;
    }

    /** Repeats a short task until the stop, on the thread that accepts: it has time. */
    @SuppressWarnings("FutureReturnValueIgnored") // ends with its thread
    void every(Duration interval, Runnable task) {
        acceptor.scheduleWithFixedDelay(task, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    void stop(Duration bound) {
        stop(acceptor, bound);
        if (own) {
            stop(connections, bound);
        }
    }

    private static void stop(EventLoopGroup loops, Duration bound) {
        loops.shutdownGracefully(0, bound.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly(bound.toMillis());
    }
}
