package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.transport.Transport;
import dev.multipool.rpc.server.limits.TimeBound;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
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
    void schedule(Duration interval, Runnable task) {
        acceptor.scheduleWithFixedDelay(task, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Whether the calling thread is one of them. */
    boolean includeCallingThread() {
        return includesCallingThread(acceptor) || includesCallingThread(connections);
    }

    private static boolean includesCallingThread(EventLoopGroup loops) {
        for (EventExecutor loop : loops) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    /** Ends them; waits for that no longer than the bound, however long a handler keeps one of them. */
    void stop(TimeBound bound) {
        Future<?> acceptorEnds = end(acceptor, bound);
        Future<?> connectionsEnd = own ? end(connections, bound) : acceptorEnds;
        acceptorEnds.awaitUninterruptibly(bound.remaining().toMillis());
        connectionsEnd.awaitUninterruptibly(bound.remaining().toMillis());
    }

    private static Future<?> end(EventLoopGroup loops, TimeBound bound) {
        return loops.shutdownGracefully(0, bound.remaining().toMillis(), TimeUnit.MILLISECONDS);
    }
}
