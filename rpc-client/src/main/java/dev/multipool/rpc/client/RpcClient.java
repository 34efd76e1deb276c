package dev.multipool.rpc.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.observe.ClientCallObserver;
import dev.multipool.rpc.protocol.payload.Compression;
import dev.multipool.rpc.protocol.payload.PayloadFormat;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Calls the methods of one server over a fixed number of TCP connections.
 *
 * <p>Calls are multiplexed: a connection carries any number of them at a time, and answers may come in any order. Calls
 * go round robin over the connections that are up; {@link #connection} binds a caller to one. A connection that breaks
 * fails its pending calls at once (EFAILEDSOCKET) and is made again with growing pauses. So does one whose server has
 * fallen silent ({@link Builder#silenceTimeout}). No call is ever repeated; {@link
 * BalancedClient} sends those again, to another server, that were surely not executed.
 *
 * <p><b>Threads</b>: safe for all. A call completes on its connection's event loop (see {@link RpcChannel}): completions
 * must not block, and {@link #callBlocking} refuses to run there. Threads are named {@code rpc-client-*} and are
 * daemons.
 *
 * <p><b>Invariants</b>:
 *
 * <ol>
 *   <li>each call ends once: by its answer, its deadline, its caller, a broken connection or {@link #close()};
 *   <li>at most {@code maxPendingCalls} wait for an answer; one more fails with ELIMIT and sends nothing;
 *   <li>after all calls have ended, {@link #pendingCalls()} is 0.
 * </ol>
 */
public final class RpcClient implements AutoCloseable {
    private static final Duration DEFAULT_CLOSE_BOUND = Duration.ofSeconds(5);

    private final RpcClientSettings settings;
    private final EventLoopGroup eventLoops;
    private final Patrol patrol;
    private final RpcLink link;

    private RpcClient(RpcClientSettings settings) {
        this.settings = settings;
        this.eventLoops =
                settings.wire().transport().transport().newEventLoops(settings.eventLoops(), "rpc-client", true);
        this.patrol = new Patrol(settings.connecting());
        this.link = new RpcLink(settings, eventLoops, patrol);
    }

    /** Starts here: names the target, then {@link Builder#build()} connects. */
    public static Builder builder() {
        return new Builder();
    }

    private static RpcClient connect(RpcClientSettings settings) {
        RpcClient client = new RpcClient(settings);
        try {
            client.patrol.start();
            client.link.connect();
            return client;
        } catch (Throwable t) {
            client.close();
            throw t;
        }
    }

    /** Sends one call with the client's default timeout; see {@link RpcChannel#call}. */
    public <Q extends Message, R extends Message> CompletableFuture<R> call(RpcMethod<Q, R> method, Q request) {
        return call(method, request, settings.defaultTimeout());
    }

    /** Sends one call over the next connection that is up; see {@link RpcChannel#call}. */
    public <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout) {
        return link.call(method, request, timeout);
    }

    /** Sends one call with an attachment over the next connection that is up; see {@link RpcChannel#callAttached}. */
    public <Q extends Message, R extends Message> CompletableFuture<Attached<R>> callAttached(
            RpcMethod<Q, R> method, Attached<Q> request, Duration timeout) {
        return link.callAttached(method, request, timeout);
    }

    /**
     * Sends one call and waits for its end.
     *
     * @throws RpcException when the call failed
     * @throws InterruptedException when the caller was interrupted; the call is cancelled, the flag stays set
     * @throws IllegalStateException on one of this client's own event loops, where it would wait for itself
     */
    public <Q extends Message, R extends Message> R callBlocking(RpcMethod<Q, R> method, Q request, Duration timeout)
            throws InterruptedException {
        return BlockingWait.await(eventLoops, method, timeout, () -> call(method, request, timeout));
    }

    /**
     * One of the connections.
     *
     * @param index 0 to {@link #connections()} - 1
     */
    public RpcChannel connection(int index) {
        return link.connection(index);
    }

    /** How many connections it has, up or not. */
    public int connections() {
        return settings.connections();
    }

    /** How many connections are up. */
    public int connectionsUp() {
        return link.connectionsUp();
    }

    /** Calls that wait for an answer now. */
    public int pendingCalls() {
        return link.counters().pendingCalls();
    }

    /** Answers that no call waited for any more: it had timed out or was cancelled. */
    public long lateAnswers() {
        return link.counters().lateAnswers();
    }

    /** Connections made again after they broke. */
    public long reconnects() {
        return link.counters().reconnects();
    }

    /** Connections that it closed because their server was silent, or took no bytes; they are made again. */
    public long droppedConnections() {
        return link.counters().droppedConnections();
    }

    /** Bytes handed to the connections' sockets so far, frames as a whole. */
    public long sentBytes() {
        return link.counters().sentBytes();
    }

    /** Bytes that came from the connections' sockets so far. */
    public long receivedBytes() {
        return link.counters().receivedBytes();
    }

    /** Closes within 5 s; see {@link #close(Duration)}. */
    @Override
    public void close() {
        close(DEFAULT_CLOSE_BOUND);
    }

    /**
     * Fails pending calls with ECLOSE, closes the connections and ends the threads. Idempotent. Waits at most {@code
     * bound}, and not at all on one of the client's own event loops.
     */
    public void close(Duration bound) {
        CallTimeout.toNanos("bound", bound);
        patrol.close();
        link.close();
        EventLoopShutdown.shutDown(eventLoops, bound, settings.endpoint().toString());
    }

    /**
     * Collects a client's settings. Only {@link #target} has no default.
     *
     * <pre>{@code
     * try (RpcClient client = RpcClient.builder().target("127.0.0.1", 8000).connections(4).build()) {
     *     FindUserInfoResponse response = client.callBlocking(FIND_USER_INFO, request, Duration.ofMillis(200));
     * }
     * }</pre>
     */
    public static final class Builder {
        /** More threads than that a client's calls seldom need, whatever the cores. */
        private static final int MOST_SHARED_LOOPS = 4;

        private static final ServerAddress ANY_SERVER = new ServerAddress("any", 1);

        private String host = "";
        private int port;
        private int connections = 1;
        private int eventLoops;
        private int maxPendingCalls = 10_000;
        private Duration defaultTimeout = Duration.ofSeconds(1);
        private Duration connectTimeout = Duration.ofSeconds(3);
        private Duration firstBackoff = Duration.ofMillis(50);
        private Duration maxBackoff = Duration.ofSeconds(2);
        private @Nullable Duration silenceTimeout;
        private long jitterSeed = ThreadLocalRandom.current().nextLong();
        private FrameLimits limits = FrameLimits.DEFAULT;
        private PayloadFormat format = PayloadFormat.PLAIN;
        private @Nullable TlsFiles tls;
        private ByteString credential = ByteString.EMPTY;
        private TransportSettings transport = TransportSettings.DEFAULT;
        private @Nullable ClientCallObserver observer;

        private Builder() {}

        /** The server. */
        public Builder target(String host, int port) {
            this.host = host;
            this.port = port;
            return this;
        }

        /** TCP connections to the server; 1 by default. */
        public Builder connections(int connections) {
            this.connections = connections;
            return this;
        }

        /**
         * Threads that the connections share; by default one per connection, at most one per core, and for a client of several
         * servers one per core, at most 4.
         */
        public Builder eventLoops(int eventLoops) {
            if (eventLoops < 1) {
                throw new IllegalArgumentException("eventLoops: " + eventLoops + " (expected: >= 1)");
            }
            this.eventLoops = eventLoops;
            return this;
        }

        /** Calls that may wait for an answer, all connections together; a call above it fails with ELIMIT. 10,000 by default. */
        public Builder maxPendingCalls(int maxPendingCalls) {
            this.maxPendingCalls = maxPendingCalls;
            return this;
        }

        /** The deadline of a call that names none; 1 s by default. */
        public Builder defaultTimeout(Duration defaultTimeout) {
            this.defaultTimeout = defaultTimeout;
            return this;
        }

        /** How long one attempt to connect may take, and how long {@link #build()} waits for all; 3 s by default. */
        public Builder connectTimeout(Duration connectTimeout) {
            this.connectTimeout = connectTimeout;
            return this;
        }

        /** Pauses between attempts to reconnect: they start here and double up to there; 50 ms and 2 s by default. */
        public Builder reconnectBackoff(Duration first, Duration max) {
            this.firstBackoff = first;
            this.maxBackoff = max;
            return this;
        }

        /**
         * How long a server may be silent after a call ended without an answer, and not a byte came since it was sent. Half of
         * this time later the server is asked by a call of a service that it does not have; when that brings no byte either,
         * the connection is closed and made again. A server that is slow with some calls is not silent: it answers others,
         * and that one. Half of the default timeout by default, but at least 200 ms and at most 500 ms; 50 ms or more.
         */
        public Builder silenceTimeout(Duration silenceTimeout) {
            this.silenceTimeout = silenceTimeout;
            return this;
        }

        /** Makes the pauses between attempts to reconnect repeatable; random by default. */
        public Builder jitterSeed(long jitterSeed) {
            this.jitterSeed = jitterSeed;
            return this;
        }

        /** How large a frame may be, sent or received. */
        public Builder limits(FrameLimits limits) {
            this.limits = limits;
            return this;
        }

        /** How requests are compressed; not by default. A server of ours packs each answer as its request was. */
        public Builder compression(Compression compression) {
            this.format = format.withCompression(compression);
            return this;
        }

        /** Whether requests carry a CRC-32C, which the server checks; not by default. A server of ours answers with one then. */
        public Builder checksum(boolean checksum) {
            this.format = format.withChecksum(checksum);
            return this;
        }

        /**
         * Calls over TLS; plain by default. The server's certificate must name the target's host. The files are looked at for
         * changes before each connect.
         */
        public Builder tls(TlsFiles files) {
            this.tls = files;
            return this;
        }

        /** Goes with the first call of each connection as {@code authentication_data}; none by default. */
        public Builder credential(ByteString credential) {
            this.credential = credential;
            return this;
        }

        /** How connections move their bytes; {@link TransportSettings#DEFAULT} by default. */
        public Builder transport(TransportSettings transport) {
            this.transport = transport;
            return this;
        }

        /** Follows each call and gives it its trace ids; by default nobody does, and calls carry none. */
        public Builder observer(ClientCallObserver observer) {
            this.observer = observer;
            return this;
        }

        /**
         * Connects. All connections are up when it returns.
         *
         * @throws IllegalArgumentException when a setting is out of bounds, or the transport is not available
         * @throws dev.multipool.rpc.protocol.tls.TlsException when the files of TLS do not hold what they should
         * @throws RpcException with EFAILEDSOCKET and one line that says why, when not all connections are up in time
         */
        public RpcClient build() {
            int loops = eventLoops > 0
                    ? eventLoops
                    : Math.min(connections, Runtime.getRuntime().availableProcessors());
            return connect(settings(new ServerAddress(host, port), loops));
        }

        /** For each of several servers. */
        RpcClientSettings.PerServer perServer() {
            if (!host.isEmpty()) {
                throw new IllegalArgumentException(
                        "target: " + host + ":" + port + " (expected: none, the directory names the servers)");
            }
            int loops = eventLoops > 0
                    ? eventLoops
                    : Math.min(MOST_SHARED_LOOPS, Runtime.getRuntime().availableProcessors());
            return new RpcClientSettings.PerServer(loops, settings(ANY_SERVER, 1));
        }

        Duration connectTimeout() {
            return connectTimeout;
        }

        private RpcClientSettings settings(ServerAddress address, int loops) {
            return new RpcClientSettings(
                    address,
                    connections,
                    loops,
                    maxPendingCalls,
                    defaultTimeout,
                    new RpcClientSettings.Connecting(
                            connectTimeout,
                            firstBackoff,
                            maxBackoff,
                            silenceTimeout != null ? silenceTimeout : RpcClientSettings.silenceFor(defaultTimeout),
                            jitterSeed),
                    new RpcClientSettings.Wire(
                            limits, format, transport, tls == null ? null : Tls.client(tls), credential, observer));
        }
    }
}
