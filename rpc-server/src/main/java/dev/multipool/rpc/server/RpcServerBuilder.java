package dev.multipool.rpc.server;

import com.google.protobuf.Message;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolGraph;
import dev.multipool.pools.Pools;
import dev.multipool.pools.TaskDecorator;
import dev.multipool.pools.admission.AdmissionSettings;
import dev.multipool.rpc.protocol.FrameBudget;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.observe.ServerCallObserver;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.protocol.transport.Transport;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import dev.multipool.rpc.server.connection.ConnectionTimeouts;
import dev.multipool.rpc.server.credential.CredentialFile;
import dev.multipool.rpc.server.credential.CredentialVerifier;
import dev.multipool.rpc.server.journal.CallCounts;
import dev.multipool.rpc.server.journal.CallJournal;
import dev.multipool.rpc.server.journal.SlowCallListener;
import dev.multipool.rpc.server.journal.SlowCalls;
import dev.multipool.rpc.server.limits.AdaptiveDoor;
import dev.multipool.rpc.server.limits.CallDoor;
import dev.multipool.rpc.server.limits.InFlightLimit;
import dev.multipool.rpc.server.limits.ServerLimits;
import io.netty.channel.EventLoopGroup;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Collects a server's pools and methods. Not thread-safe; {@link #build} checks that they fit together. */
public final class RpcServerBuilder {
    private static final int SLOW_CALLS_KEPT = 100;

    private final Map<String, PoolConfig> pools = new LinkedHashMap<>();
    private final Map<String, MeasuredPool> poolsMade = new HashMap<>();
    private final List<PoolWait> waits = new ArrayList<>();
    private final List<MethodBinding> bindings = new ArrayList<>();
    private final Map<String, InFlightLimit> methodLimits = new HashMap<>();
    private String host = "127.0.0.1";
    private int port;
    private TransportSettings transport = TransportSettings.DEFAULT;
    private int eventLoops = Runtime.getRuntime().availableProcessors();
    private @Nullable EventLoopGroup givenEventLoops;
    private FrameLimits frameLimits = FrameLimits.DEFAULT;
    private OptionalLong maxUnfinishedBytes = OptionalLong.empty();
    private ServerLimits limits = ServerLimits.DEFAULT;
    private Duration defaultDeadline = Duration.ofSeconds(10);
    private Duration maxDeadline = Duration.ofMinutes(10);
    private Duration drainTimeout = Duration.ofSeconds(10);
    private @Nullable AdmissionSettings admission;
    private @Nullable CallDoor ownDoor;
    private final Set<String> withoutAdmission = new HashSet<>();
    private ConnectionTimeouts timeouts = ConnectionTimeouts.DEFAULT;
    private @Nullable TlsFiles tls;
    private Duration reloadInterval = Duration.ofSeconds(10);
    private @Nullable CredentialVerifier verifier;
    private int maxWrongCredentials = 60;
    private Duration slowCall = Duration.ofMillis(100);
    private SlowCallListener slowCallListener = SlowCallListener.NONE;
    private @Nullable ServerCallObserver observer;
    private @Nullable TaskDecorator taskDecorator;
    private Level stopLevel = Level.INFO;
    private NanoClock clock = NanoClock.system();

    RpcServerBuilder() {}

    /** Address to listen on; default loopback, which other machines do not reach. {@code 0.0.0.0} is all there are. */
    public RpcServerBuilder host(String host) {
        this.host = host;
        return this;
    }

    /** Port to listen on, 0 to 65535; default 0, which takes a free one. */
    public RpcServerBuilder port(int port) {
        this.port = port;
        return this;
    }

    /** How connections move their bytes; default {@link TransportSettings#DEFAULT}. */
    public RpcServerBuilder transport(TransportSettings transport) {
        this.transport = transport;
        return this;
    }

    /** I/O threads, at least 1; default the number of cores. Without effect when {@link #eventLoopGroup} gives them. */
    public RpcServerBuilder eventLoops(int eventLoops) {
        this.eventLoops = eventLoops;
        return this;
    }

    /**
     * Serves connections on I/O threads that are there already. So the server can share them, say with the client of a
     * store. Then an answer of the store is at hand where it goes out. They must be of the server's transport ({@link
     * Transport#newEventLoops}); whoever gives them stops them, after the server.
     */
    public RpcServerBuilder eventLoopGroup(EventLoopGroup eventLoops) {
        this.givenEventLoops = eventLoops;
        return this;
    }

    /** Largest frames taken and sent; default 4 MiB. */
    public RpcServerBuilder frameLimits(FrameLimits frameLimits) {
        this.frameLimits = frameLimits;
        return this;
    }

    /**
     * Most bytes that unfinished frames hold, on all connections together; beyond, connections are closed that have to make
     * room ({@link FrameBudget}). Default a quarter of the direct memory, or room for two of the largest frames where that
     * is more. At least {@link FrameBudget#leastBytes}.
     */
    public RpcServerBuilder maxUnfinishedBytes(long maxUnfinishedBytes) {
        this.maxUnfinishedBytes = OptionalLong.of(maxUnfinishedBytes);
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

    /**
     * Adaptive admission: holds the response time of the answered calls at an objective, by letting in no more calls than
     * it bears. Default none. The pools behind it need more threads than the limit that it finds, else it can only see
     * that fewer calls in flight wait less.
     */
    public RpcServerBuilder admission(AdmissionSettings settings) {
        admission = settings;
        return this;
    }

    /**
     * Puts a rule of one's own in the place of adaptive admission, at the same moments of a call. Whom it turns away is
     * answered and counted as there. Default none.
     */
    public RpcServerBuilder door(CallDoor door) {
        ownDoor = door;
        return this;
    }

    /** Lets calls of this method pass adaptive admission, or the {@link #door}, uncounted: for methods that have an objective of their own. */
    public RpcServerBuilder withoutAdmission(RpcMethod<?, ?> method) {
        withoutAdmission.add(method.fullName());
        return this;
    }

    /** Deadline of calls whose caller sent no timeout, at least 1 ms, at most {@link #maxDeadline}; default 10 s. */
    public RpcServerBuilder defaultDeadline(Duration defaultDeadline) {
        this.defaultDeadline = defaultDeadline;
        return this;
    }

    /**
     * The longest deadline that a call gets: one whose caller sent a longer timeout has this one. It bounds how long a
     * call can hold its place, whatever its caller says. At least {@link #defaultDeadline}, at most a day; default 10
     * minutes.
     */
    public RpcServerBuilder maxDeadline(Duration maxDeadline) {
        this.maxDeadline = maxDeadline;
        return this;
    }

    /** Longest time that {@link RpcServer#close} lets running calls finish; default 10 s. */
    public RpcServerBuilder drainTimeout(Duration drainTimeout) {
        this.drainTimeout = drainTimeout;
        return this;
    }

    /** How long a connection may get nowhere; default {@link ConnectionTimeouts#DEFAULT}. */
    public RpcServerBuilder connectionTimeouts(ConnectionTimeouts timeouts) {
        this.timeouts = timeouts;
        return this;
    }

    /**
     * Takes TLS connections only; plain ones by default.
     *
     * @param files looked at for changes; new connections are made with what they hold then
     * @param reloadInterval how often; the server has one such interval, for a file of credentials too
     */
    public RpcServerBuilder tls(TlsFiles files, Duration reloadInterval) {
        this.tls = files;
        this.reloadInterval = reloadInterval;
        return this;
    }

    /** Takes calls only from connections whose first call brings the right credential; by default none is asked for. */
    public RpcServerBuilder credentials(CredentialVerifier verifier) {
        this.verifier = verifier;
        return this;
    }

    /**
     * Wrong credentials from one address, within a minute, after which none from there is looked at until the minute is
     * over; default 60. Connections that are open go on. Addresses of IPv6 count by their first 64 bits.
     */
    public RpcServerBuilder maxWrongCredentials(int perMinute) {
        this.maxWrongCredentials = perMinute;
        return this;
    }

    /**
     * As {@link #credentials(CredentialVerifier)}, with secrets from a file.
     *
     * @param file looked at for changes; new connections need what it holds then
     * @param reloadInterval how often; the server has one such interval, for the files of TLS too
     */
    public RpcServerBuilder credentials(CredentialFile file, Duration reloadInterval) {
        this.reloadInterval = reloadInterval;
        return credentials(file);
    }

    /** From which response time on a call is kept among the last slow ones; default 100 ms. */
    public RpcServerBuilder slowCall(Duration slowCall) {
        if (slowCall.isNegative() || slowCall.isZero()) {
            throw new IllegalArgumentException("slowCall: " + slowCall + " (expected: > 0)");
        }
        this.slowCall = slowCall;
        return this;
    }

    /** Who hears of each slow call; by default nobody. */
    public RpcServerBuilder onSlowCall(SlowCallListener listener) {
        this.slowCallListener = listener;
        return this;
    }

    /** Follows each call from its arrival to its answer; by default nobody does. */
    public RpcServerBuilder observer(ServerCallObserver observer) {
        this.observer = observer;
        return this;
    }

    /**
     * Puts something around each task of the pools that the server makes, whoever submits it, say a trace; by default
     * nothing. A pool that is given ({@link #pool(MeasuredPool)}) stays as it is.
     */
    public RpcServerBuilder taskDecorator(TaskDecorator decorator) {
        this.taskDecorator = decorator;
        return this;
    }

    /** Level of the log lines that tell of the stop's steps; default INFO. For servers that nobody operates. */
    public RpcServerBuilder logStopAt(Level level) {
        this.stopLevel = level;
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
     * Adds a pool that is there already, say one that a dependency's calls run on. It is seen among the server's pools
     * and stopped with them: the server owns it from now on.
     */
    public RpcServerBuilder pool(MeasuredPool pool) {
        pool(pool.config());
        poolsMade.put(pool.config().name(), pool);
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
     * decoded. This is for handlers that are done in microseconds, and to measure what the others cost.
     */
    public <ReqT extends Message, ResT extends Message> RpcServerBuilder direct(
            RpcMethod<ReqT, ResT> method, BlockingHandler<ReqT, ResT> handler) {
        return async(method, (request, call) -> CompletableFuture.completedFuture(handler.handle(request, call)));
    }

    /**
     * Makes the server and its pools; it listens from {@link RpcServer#start} on.
     *
     * @throws IllegalArgumentException when a setting is out of its range, or the transport is not available; when a
     *     method or a wait names a pool that was not added. Also when pools wait in a cycle, with the chain; when a
     *     method is bound twice, or two services share a short name
     * @throws dev.multipool.rpc.protocol.tls.TlsException when the files of TLS do not hold what they should
     */
    public RpcServer build() {
        for (MethodBinding binding : bindings) {
            if (binding instanceof MethodBinding.Blocking<?, ?> blocking && !pools.containsKey(blocking.poolName())) {
                throw new IllegalArgumentException(blocking.method().fullName() + ": no pool " + blocking.poolName()
                        + " (expected: one of " + pools.keySet() + ")");
            }
        }
        RpcServerSettings settings = new RpcServerSettings(
                new RpcServerSettings.Listening(host, port, transport, eventLoops, givenEventLoops),
                new RpcServerSettings.Frames(
                        frameLimits, maxUnfinishedBytes.orElseGet(() -> FrameBudget.defaultBytes(frameLimits))),
                limits,
                new RpcServerSettings.Deadlines(defaultDeadline, maxDeadline),
                new RpcServerSettings.Stopping(drainTimeout, stopLevel),
                timeouts,
                new RpcServerSettings.Security(tls, reloadInterval, verifier, maxWrongCredentials));
        CallDoor door = newDoor();
        MethodTable methods = new MethodTable(entries(door));
        PoolGraph graph = graph();
        Map<String, MeasuredPool> made = new LinkedHashMap<>();
        pools.forEach((name, config) -> {
            MeasuredPool given = poolsMade.get(name);
            made.put(name, given == null ? make(config) : given);
        });
        CallJournal journal = new CallJournal(
                clock, Clock.systemUTC(), new SlowCalls(slowCall, SLOW_CALLS_KEPT, slowCallListener), observer);
        return new RpcServer(settings, methods, new ServerPools(made, graph), door, journal, clock);
    }

    private @Nullable CallDoor newDoor() {
        if (admission == null) {
            return ownDoor;
        }
        if (ownDoor != null) {
            throw new IllegalArgumentException("door: given beside adaptive admission (expected: one of the two)");
        }
        return new AdaptiveDoor(admission, clock);
    }

    private MeasuredPool make(PoolConfig config) {
        MeasuredPool pool = Pools.create(config, clock);
        return taskDecorator == null ? pool : Pools.decorate(pool, taskDecorator);
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

    private List<MethodEntry> entries(@Nullable CallDoor door) {
        Map<String, InFlightLimit> left = new HashMap<>(methodLimits);
        List<MethodEntry> entries = bindings.stream()
                .map(binding -> {
                    String method = binding.method().fullName();
                    boolean covered = !withoutAdmission.contains(method);
                    return new MethodEntry(binding, left.remove(method), covered ? door : null, new CallCounts(method));
                })
                .toList();
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("maxInFlight: " + left.keySet() + " (expected: methods with a handler)");
        }
        return entries;
    }

    /** Tasks of the one pool wait for tasks of the other. */
    private record PoolWait(String waiting, String other) {}
}
