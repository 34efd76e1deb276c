package dev.multipool.rpc.server;

import com.google.protobuf.Message;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolGraph;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Collects a server's pools and methods. Not thread-safe; {@link #build} checks that they fit together. */
public final class RpcServerBuilder {
    private final Map<String, PoolConfig> pools = new LinkedHashMap<>();
    private final List<PoolWait> waits = new ArrayList<>();
    private final List<MethodBinding> bindings = new ArrayList<>();
    private final Map<String, InFlightLimit> methodLimits = new HashMap<>();
    private String host = "0.0.0.0";
    private int port;
    private int eventLoops = Runtime.getRuntime().availableProcessors();
    private FrameLimits frameLimits = FrameLimits.DEFAULT;
    private ServerLimits limits = ServerLimits.DEFAULT;
    private Duration defaultDeadline = Duration.ofSeconds(10);
    private Duration drainTimeout = Duration.ofSeconds(10);
    private NanoClock clock = NanoClock.system();

    RpcServerBuilder() {}

    /** Address to listen on; default all. */
    public RpcServerBuilder host(String host) {
        this.host = host;
        return this;
    }

    /** Port to listen on, 0 to 65535; default 0, which takes a free one. */
    public RpcServerBuilder port(int port) {
        this.port = port;
        return this;
    }

    /** I/O threads, at least 1; default the number of cores. */
    public RpcServerBuilder eventLoops(int eventLoops) {
        this.eventLoops = eventLoops;
        return this;
    }

    /** Largest frames taken and sent; default 4 MiB. */
    public RpcServerBuilder frameLimits(FrameLimits frameLimits) {
        this.frameLimits = frameLimits;
        return this;
    }

    /** How much is taken at once; default {@link ServerLimits#DEFAULT}. */
    public RpcServerBuilder limits(ServerLimits limits) {
        this.limits = limits;
        return this;
    }

    /** Bounds the calls of one method that are in flight; without it only the server's own bound holds. */
    public RpcServerBuilder maxInFlight(RpcMethod<?, ?> method, int max) {
        methodLimits.put(method.fullName(), new InFlightLimit(max));
        return this;
    }

    /** Deadline of calls whose caller sent no timeout, at least 1 ms; default 10 s. */
    public RpcServerBuilder defaultDeadline(Duration defaultDeadline) {
        this.defaultDeadline = defaultDeadline;
        return this;
    }

    /** Longest time that {@link RpcServer#close} lets running calls finish; default 10 s. */
    public RpcServerBuilder drainTimeout(Duration drainTimeout) {
        this.drainTimeout = drainTimeout;
        return this;
    }

    RpcServerBuilder clock(NanoClock clock) {
        this.clock = clock;
        return this;
    }

    /** Adds a pool that methods can name. Pools are stopped in the order in which they were added, but see {@link #waits}. */
    public RpcServerBuilder pool(PoolConfig pool) {
        if (pools.putIfAbsent(pool.name(), pool) != null) {
            throw new IllegalArgumentException("pool " + pool.name() + " is added twice (expected: one configuration)");
        }
        return this;
    }

    /**
     * Declares that tasks of the pool {@code waiting} wait for subtasks on the pool {@code other}. Then {@code waiting}
     * is stopped first, and a server whose pools would wait in a cycle is not built: it could come to a standstill.
     */
    public RpcServerBuilder waits(String waiting, String other) {
        waits.add(new PoolWait(waiting, other));
        return this;
    }

    /** Answers a method on the threads of a pool. */
    public <ReqT extends Message, ResT extends Message> RpcServerBuilder blocking(
            RpcMethod<ReqT, ResT> method, String poolName, BlockingHandler<ReqT, ResT> handler) {
        bindings.add(new MethodBinding.Blocking<>(method, poolName, handler));
        return this;
    }

    /** Answers a method without a pool: the handler starts on the event loop and must not block. */
    public <ReqT extends Message, ResT extends Message> RpcServerBuilder async(
            RpcMethod<ReqT, ResT> method, AsyncHandler<ReqT, ResT> handler) {
        bindings.add(new MethodBinding.Async<>(method, handler));
        return this;
    }

    /**
     * Answers a method on the event loop itself. While the handler runs, no call of any connection of that loop is
     * decoded: for handlers that are done in microseconds, and to measure what the others cost.
     */
    public <ReqT extends Message, ResT extends Message> RpcServerBuilder direct(
            RpcMethod<ReqT, ResT> method, BlockingHandler<ReqT, ResT> handler) {
        return async(method, (request, call) -> CompletableFuture.completedFuture(handler.handle(request, call)));
    }

    /**
     * Makes the server and its pools; it listens from {@link RpcServer#start} on.
     *
     * @throws IllegalArgumentException when a setting is out of its range, a method or a wait names a pool that was not
     *     added, pools wait in a cycle (the message has the chain), a method is bound twice, or two services share a
     *     short name
     */
    public RpcServer build() {
        for (MethodBinding binding : bindings) {
            if (binding instanceof MethodBinding.Blocking<?, ?> blocking && !pools.containsKey(blocking.poolName())) {
                throw new IllegalArgumentException(blocking.method().fullName() + ": no pool " + blocking.poolName()
                        + " (expected: one of " + pools.keySet() + ")");
            }
        }
        RpcServerSettings settings =
                new RpcServerSettings(host, port, eventLoops, frameLimits, limits, defaultDeadline, drainTimeout);
        MethodTable methods = new MethodTable(entries());
        PoolGraph graph = graph();
        Map<String, MeasuredPool> made = new LinkedHashMap<>();
        pools.forEach((name, config) -> made.put(name, MeasuredPool.create(config, clock)));
        return new RpcServer(settings, methods, new ServerPools(made, graph.outermostFirst()), clock);
    }

    private PoolGraph graph() {
        PoolGraph.Builder graph = PoolGraph.builder();
        // last added first: then pools that do not wait for each other keep their order
        List<String> names = new ArrayList<>(pools.keySet());
        Collections.reverse(names);
        names.forEach(graph::pool);
        for (PoolWait wait : waits) {
            requirePool(wait, wait.waiting());
            requirePool(wait, wait.other());
            graph.waits(wait.waiting(), wait.other());
        }
        return graph.build();
    }

    private void requirePool(PoolWait wait, String name) {
        if (!pools.containsKey(name)) {
            throw new IllegalArgumentException("waits: " + wait.waiting() + " -> " + wait.other() + ": no pool " + name
                    + " (expected: one of " + pools.keySet() + ")");
        }
    }

    private List<MethodEntry> entries() {
        Map<String, InFlightLimit> left = new HashMap<>(methodLimits);
        List<MethodEntry> entries = bindings.stream()
                .map(binding ->
                        new MethodEntry(binding, left.remove(binding.method().fullName())))
                .toList();
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("maxInFlight: " + left.keySet() + " (expected: methods with a handler)");
        }
        return entries;
    }

    /** Tasks of the one pool wait for tasks of the other. */
    private record PoolWait(String waiting, String other) {}
}
