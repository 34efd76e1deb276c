package dev.multipool.rpc.server;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import java.net.SocketAddress;
import java.time.Duration;

/**
 * What a handler may know of its call beside the request.
 *
 * <p><b>Threads</b>: immutable.
 */
public final class CallContext {
    private final String method;
    private final SocketAddress caller;
    private final long deadlineNanos;
    private final ServerPools pools;
    private final NanoClock clock;

    CallContext(String method, SocketAddress caller, long deadlineNanos, ServerPools pools, NanoClock clock) {
        this.method = method;
        this.caller = caller;
        this.deadlineNanos = deadlineNanos;
        this.pools = pools;
        this.clock = clock;
    }

    /** The method's full name, {@code package.Service/method}. */
    public String method() {
        return method;
    }

    /** The address that the call came from. */
    public SocketAddress caller() {
        return caller;
    }

    /** When the caller stops waiting, on the server's nano clock. */
    public long deadlineNanos() {
        return deadlineNanos;
    }

    /**
     * One of the server's pools, for subtasks of the call. Who waits for them tells the builder so ({@link
     * RpcServerBuilder#waits}).
     *
     * @throws IllegalArgumentException when the server has no pool of that name
     */
    public MeasuredPool pool(String name) {
        return pools.get(name);
    }

    /** Time left until the deadline; zero when it has passed. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadlineNanos - clock.nanoTime()));
    }
}
