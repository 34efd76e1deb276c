package dev.multipool.rpc.client;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.observe.ClientCallObserver;
import dev.multipool.rpc.protocol.payload.Compression;
import dev.multipool.rpc.protocol.payload.PayloadFormat;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Collects a client's settings. Only {@link #target} has no default.
 *
 * <pre>{@code
 * try (RpcClient client = RpcClient.builder().target("127.0.0.1", 8000).connections(4).build()) {
 *     FindUserInfoResponse response = client.callBlocking(FIND_USER_INFO, request, Duration.ofMillis(200));
 * }
 * }</pre>
 */
public final class RpcClientBuilder {
    /** More threads than that a client's calls seldom need, whatever the cores. */
    private static final int MOST_SHARED_LOOPS = 4;

    /** What silence is by default, whatever the calls' timeout. */
    private static final Duration SHORTEST_SILENCE = Duration.ofMillis(200);

    private static final Duration LONGEST_SILENCE = Duration.ofMillis(500);

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

    RpcClientBuilder() {}

    /** The server. */
    public RpcClientBuilder target(String host, int port) {
        this.host = host;
        this.port = port;
        return this;
    }

    /** TCP connections to the server; 1 by default. */
    public RpcClientBuilder connections(int connections) {
        this.connections = connections;
        return this;
    }

    /**
     * Threads that the connections share; by default one per connection, at most one per core, and for a client of several
     * servers one per core, at most 4.
     */
    public RpcClientBuilder eventLoops(int eventLoops) {
        if (eventLoops < 1) {
            throw new IllegalArgumentException("eventLoops: " + eventLoops + " (expected: >= 1)");
        }
        this.eventLoops = eventLoops;
        return this;
    }

    /** Calls that may wait for an answer, all connections together; a call above it fails with ELIMIT. 10,000 by default. */
    public RpcClientBuilder maxPendingCalls(int maxPendingCalls) {
        this.maxPendingCalls = maxPendingCalls;
        return this;
    }

    /** The deadline of a call that names none; 1 s by default. */
    public RpcClientBuilder defaultTimeout(Duration defaultTimeout) {
        this.defaultTimeout = defaultTimeout;
        return this;
    }

    /** How long one attempt to connect may take, and how long {@link #build()} waits for all; 3 s by default. */
    public RpcClientBuilder connectTimeout(Duration connectTimeout) {
        this.connectTimeout = connectTimeout;
        return this;
    }

    /** Pauses between attempts to reconnect: they start here and double up to there; 50 ms and 2 s by default. */
    public RpcClientBuilder reconnectBackoff(Duration first, Duration max) {
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
    public RpcClientBuilder silenceTimeout(Duration silenceTimeout) {
        this.silenceTimeout = silenceTimeout;
        return this;
    }

    /** Makes the pauses between attempts to reconnect repeatable; random by default. */
    public RpcClientBuilder jitterSeed(long jitterSeed) {
        this.jitterSeed = jitterSeed;
        return this;
    }

    /** How large a frame may be, sent or received. */
    public RpcClientBuilder limits(FrameLimits limits) {
        this.limits = limits;
        return this;
    }

    /** How requests are compressed; not by default. A server of ours packs each answer as its request was. */
    public RpcClientBuilder compression(Compression compression) {
        this.format = format.withCompression(compression);
        return this;
    }

    /** Whether requests carry a CRC-32C, which the server checks; not by default. A server of ours answers with one then. */
    public RpcClientBuilder checksum(boolean checksum) {
        this.format = format.withChecksum(checksum);
        return this;
    }

    /**
     * Calls over TLS; plain by default. The server's certificate must name the target's host. The files are looked at for
     * changes before each connect.
     */
    public RpcClientBuilder tls(TlsFiles files) {
        this.tls = files;
        return this;
    }

    /** Goes with the first call of each connection as {@code authentication_data}; none by default. */
    public RpcClientBuilder credential(ByteString credential) {
        this.credential = credential;
        return this;
    }

    /** How connections move their bytes; {@link TransportSettings#DEFAULT} by default. */
    public RpcClientBuilder transport(TransportSettings transport) {
        this.transport = transport;
        return this;
    }

    /** Follows each call and gives it its trace ids; by default nobody does, and calls carry none. */
    public RpcClientBuilder observer(ClientCallObserver observer) {
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
        return RpcClient.connect(settings(new ServerAddress(host, port), loops));
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

    private Duration silence() {
        if (silenceTimeout != null) {
            return silenceTimeout;
        }
        Duration half = defaultTimeout.dividedBy(2);
        Duration atLeast = half.compareTo(SHORTEST_SILENCE) < 0 ? SHORTEST_SILENCE : half;
        return atLeast.compareTo(LONGEST_SILENCE) > 0 ? LONGEST_SILENCE : atLeast;
    }

    private RpcClientSettings settings(ServerAddress address, int loops) {
        return new RpcClientSettings(
                address,
                connections,
                loops,
                maxPendingCalls,
                defaultTimeout,
                new RpcClientSettings.Connecting(connectTimeout, firstBackoff, maxBackoff, silence(), jitterSeed),
                new RpcClientSettings.Wire(
                        limits, format, transport, tls == null ? null : Tls.client(tls), credential, observer));
    }
}
