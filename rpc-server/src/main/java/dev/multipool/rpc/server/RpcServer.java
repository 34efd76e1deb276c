package dev.multipool.rpc.server;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolGraph;
import dev.multipool.pools.admission.AdmissionSnapshot;
import dev.multipool.rpc.protocol.Goodbye;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import dev.multipool.rpc.server.connection.ConnectionCare;
import dev.multipool.rpc.server.connection.ConnectionEnd;
import dev.multipool.rpc.server.credential.CredentialGates;
import dev.multipool.rpc.server.credential.CredentialVerifier;
import dev.multipool.rpc.server.credential.GuessLimit;
import dev.multipool.rpc.server.journal.CallJournal;
import dev.multipool.rpc.server.journal.RateLimitedLog;
import dev.multipool.rpc.server.limits.AdaptiveDoor;
import dev.multipool.rpc.server.limits.CallDoor;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.rpc.server.limits.InFlightCalls;
import dev.multipool.rpc.server.limits.RejectionCounts;
import dev.multipool.rpc.server.limits.TimeBound;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A baidu_std server: event loops that decode and admit calls, and named pools that run the blocking ones.
 *
 * <pre>{@code
 * RpcServer server = RpcServer.builder()
 *         .port(8000)
 *         .pool(PoolConfig.parse("business", "fixed:threads=16,queue=1000"))
 *         .blocking(UserServiceMethods.FIND_USER_INFO, "business", (request, call) -> find(request.getUserId()))
 *         .build();
 * server.start();
 * }</pre>
 *
 * <p><b>Threads</b>: every public method may be called from any thread; {@link #start} and {@link #stop} block their
 * caller, in bounded time.
 *
 * <p><b>Lifecycle</b>: NEW, STARTING, RUNNING, STOPPING, TERMINATED. A second start throws; a second stop waits for the
 * first.
 */
public final class RpcServer implements AutoCloseable {
    /** Where a server is in its life. */
    public enum State {
        NEW,
        STARTING,
        RUNNING,
        STOPPING,
        TERMINATED
    }

    /** The longest that a stop takes beyond its drain time: all its other steps share it. */
    public static final Duration STOP_BOUND = ServerStop.BOUND;

    private static final Logger log = LoggerFactory.getLogger(RpcServer.class);

    private final RpcServerSettings settings;
    private final ServerPools pools;
    private final @Nullable CallDoor door;
    private final NanoClock clock;
    private final InFlightCalls inFlight = new InFlightCalls();
    private final RejectionCounts rejections = new RejectionCounts();
    private final CallDispatcher dispatcher;
    private final @Nullable Tls tls;
    private final ServerViews views;
    private final ConnectionCare care;
    /** Stays closed: a connection that was accepted before a stop and set up after it would stay open for ever. */
    private final ChannelGroup connections =
            new DefaultChannelGroup("rpc-connections", GlobalEventExecutor.INSTANCE, true);

    private final Object lifecycle = new Object();
    // written under lifecycle, but for TERMINATED, which only the first stop comes to; read from anywhere
    private volatile State state = State.NEW;
    private volatile @Nullable Channel listener;
    private volatile @Nullable ServerLoops loops;
    // written by the first stop
    private volatile boolean drained;
    private final CountDownLatch terminated = new CountDownLatch(1);
    private final RateLimitedLog limited;
    private final ServerStop stop;

    RpcServer(
            RpcServerSettings settings,
            MethodTable methods,
            ServerPools pools,
            @Nullable CallDoor door,
            CallJournal journal,
            NanoClock clock) {
        this.settings = settings;
        this.pools = pools;
        this.door = door;
        this.clock = clock;
        this.limited = new RateLimitedLog(clock, ConnectionEnd.values());
        TlsFiles tlsFiles = settings.security().tls();
        this.tls = tlsFiles == null ? null : Tls.server(tlsFiles);
        this.care = ConnectionCare.of(
                settings.limits(), settings.frames().limits(), settings.frames().maxUnfinishedBytes(), limited);
        this.stop = new ServerStop(settings.stopping(), inFlight, pools, connections, limited, clock);
        this.views = new ServerViews(methods, journal, connections, clock);
        this.dispatcher = new CallDispatcher(
                methods, pools, settings, inFlight, rejections, new HandlerFailures(limited, rejections), journal);
    }

    private ConnectionInitializer newConnectionInitializer() {
        return new ConnectionInitializer(settings, connections, dispatcher, care, newCredentialGates(), tls, clock);
    }

    private @Nullable CredentialGates newCredentialGates() {
        CredentialVerifier verifier = settings.security().verifier();
        return verifier == null
                ? null
                : new CredentialGates(
                        verifier, new GuessLimit(settings.security().maxWrongCredentials(), clock), care.ends());
    }

    /** Begins the description of a server. */
    public static RpcServerBuilder builder() {
        return new RpcServerBuilder();
    }

    /**
     * Listens and serves.
     *
     * @throws IOException when the address can't be listened on, with the address and the reason; the server is then
     *     terminated and holds nothing
     * @throws IllegalStateException when it was started or stopped before
     */
    public void start() throws IOException {
        synchronized (lifecycle) {
            if (state != State.NEW) {
                throw new IllegalStateException("server is " + state + " (expected: NEW)");
            }
            state = State.STARTING;
            try {
                listen();
            } catch (Throwable t) {
                terminate(TimeBound.in(Duration.ZERO, clock));
                throw t;
            }
            state = State.RUNNING;
        }
    }

    private void listen() throws IOException {
        ServerLoops started = new ServerLoops(settings.listening());
        loops = started;
        listener = new ServerListener(settings, care.gate()).open(started, newConnectionInitializer());
        TransportSettings transport = settings.listening().transport();
        views.begin(started.connections(), transport.allocator().allocator());
        FileReloads.begin(started, settings.security(), tls, limited);
        log.debug("serving by transport {}", transport.transport().resolve());
    }

    /**
     * Stops. No connection is accepted any more, and new calls are answered ELOGOFF. Calls in flight get up to {@code
     * drain} to finish. Then the pools stop, outermost first. Queued tasks that did not run are answered. Running ones
     * are interrupted and get a second more to answer. When every call is answered, callers are told so ({@link
     * Goodbye}) and get a second to hang up. Then the connections that are left close and threads end.
     *
     * <p><b>Bound</b>: it returns within {@code drain} and {@link #STOP_BOUND}, by the clock, also while handlers go on. The
     * threads of those end with their handlers.
     *
     * <p><b>A second stop</b>, at the same time or later, stops nothing anew. It waits for the first one for at most
     * its own {@code drain}. It returns what that one returns, or false when that is not known by then. So {@code
     * stop(Duration.ZERO)} asks, and does not wait.
     *
     * <p><b>Called by a handler</b> on a thread of a pool, it waits for the handler's own call too, so it takes its whole
     * drain time.
     *
     * @return whether every call in flight was answered within the first stop's {@code drain}
     * @throws IllegalStateException on one of the server's event loops: it would wait for itself; nothing is stopped then
     */
    public boolean stop(Duration drain) {
        TimeBound bound = TimeBound.in(drain, clock);
        ServerLoops running = loops;
        if (running != null && running.includeCallingThread()) {
            throw new IllegalStateException("stop on " + Thread.currentThread().getName()
                    + " (expected: any thread but the server's event loops, which it waits for)");
        }
        boolean first;
        synchronized (lifecycle) {
            first = state == State.NEW || state == State.RUNNING;
            if (first) {
                state = State.STOPPING;
            }
        }
        return first ? terminate(bound) : awaitTerminated(bound);
    }

    /**
     * {@link #stop} with the drain timeout of the settings.
     *
     * @throws IllegalStateException on one of the server's event loops
     */
    @Override
    public void close() {
        stop(settings.stopping().drainTimeout());
    }

    public State state() {
        return state;
    }

    /**
     * Where the server listens.
     *
     * @throws IllegalStateException when it does not run
     */
    public InetSocketAddress address() {
        Channel current = listener;
        if (current == null) {
            throw new IllegalStateException("server is " + state + " (expected: RUNNING)");
        }
        return (InetSocketAddress) current.localAddress();
    }

    /** The pools, in the order in which they were added. */
    public Collection<MeasuredPool> pools() {
        return pools.all();
    }

    /**
     * The pool with this name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public MeasuredPool pool(String name) {
        return pools.get(name);
    }

    /** Calls admitted and not yet answered: their answer is not yet on its way to its connection. */
    public long callsInFlight() {
        return inFlight.count();
    }

    /** Open connections. */
    public int connections() {
        return care.gate().open();
    }

    /** Connections closed at once because as many as the server takes were open. */
    public long refusedConnections() {
        return care.gate().refused();
    }

    /** Calls not run, or not finished in time, by reason; in dark mode also those that would have been. */
    public Map<CallRejection, Long> rejections() {
        return rejections.snapshot();
    }

    /** What adaptive admission decided and measured; empty when the server has none. */
    public Optional<AdmissionSnapshot> admission() {
        return door instanceof AdaptiveDoor adaptive ? Optional.of(adaptive.snapshot()) : Optional.empty();
    }

    /** Bytes of answers that wait, on all connections together, for their peers to read. */
    public long unsentBytes() {
        long bytes = 0;
        for (Channel connection : connections) {
            ChannelOutboundBuffer unsent = connection.unsafe().outboundBuffer();
            // a connection that is closed has none
            bytes += unsent == null ? 0 : unsent.totalPendingWriteBytes();
        }
        return bytes;
    }

    /** Bytes that frames hold, on all connections together, whose rest has not come. */
    public long unfinishedBytes() {
        return care.budget().heldBytes();
    }

    /** Connections closed because their bytes were not baidu_std. */
    public long brokenStreams() {
        return care.guard().brokenStreams();
    }

    /** Connections that the server closed because of how their peers behaved, by reason. */
    public Map<ConnectionEnd, Long> connectionEnds() {
        return care.ends().snapshot();
    }

    /** Which of the server's pools waits for which, as it was declared. */
    public PoolGraph poolGraph() {
        return pools.graph();
    }

    /** What those who watch the server ask for: calls by method and code, slow calls, connections. */
    public ServerViews views() {
        return views;
    }

    private boolean terminate(TimeBound drain) {
        try {
            drained = stop.run(listener, loops, drain);
        } finally {
            state = State.TERMINATED;
            terminated.countDown();
        }
        return drained;
    }

    private boolean awaitTerminated(TimeBound bound) {
        try {
            while (!terminated.await(1, TimeUnit.MILLISECONDS)) {
                if (bound.isOver()) {
                    return false;
                }
            }
            return drained;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
