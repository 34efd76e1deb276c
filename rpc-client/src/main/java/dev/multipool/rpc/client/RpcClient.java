package dev.multipool.rpc.client;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the methods of one server over a fixed number of TCP connections.
 *
 * <p>Calls are multiplexed: a connection carries any number of them at a time, and answers may come in any order. Calls
 * go round robin over the connections that are up; {@link #connection} binds a caller to one. A connection that breaks
 * fails its pending calls at once (EFAILEDSOCKET) and is made again with growing pauses. So does one whose server has
 * fallen silent ({@link RpcClientBuilder#silenceTimeout}). No call is ever repeated; {@link
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
@SuppressWarnings("FutureReturnValueIgnored") // close() waits for the termination future
public final class RpcClient implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RpcClient.class);
    private static final Duration DEFAULT_CLOSE_BOUND = Duration.ofSeconds(5);

    private final RpcClientSettings settings;
    private final EventLoopGroup eventLoops;
    private final Patrol patrol;
    private final List<RpcConnection> connections;
    private final CallCounters counters;
    private final AtomicInteger roundRobin = new AtomicInteger();

    private RpcClient(RpcClientSettings settings, EventLoopGroup eventLoops, Patrol patrol) {
        this.settings = settings;
        this.patrol = patrol;
        this.counters = new CallCounters(settings.maxPendingCalls());
        this.eventLoops = eventLoops;
        SplittableRandom jitter = new SplittableRandom(settings.connecting().jitterSeed());
        this.connections = IntStream.range(0, settings.connections())
                .mapToObj(i -> new RpcConnection(
                        settings,
                        eventLoops.next(),
                        counters,
                        new ReconnectBackoff(
                                settings.connecting().firstBackoff(),
                                settings.connecting().maxBackoff(),
                                jitter.split())))
                .toList();
        patrol.add(connections);
    }

    /** Starts here: names the target, then {@link RpcClientBuilder#build()} connects. */
    public static RpcClientBuilder builder() {
        return new RpcClientBuilder();
    }

    static RpcClient connect(RpcClientSettings settings) {
        RpcClient client = new RpcClient(
                settings,
                settings.wire().transport().transport().newEventLoops(settings.eventLoops(), "rpc-client", true),
                new Patrol(settings.connecting()));
        try {
            client.patrol.start();
            client.awaitConnections();
            return client;
        } catch (Throwable t) {
            client.close();
            throw t;
        }
    }

    /**
     * Begins to connect on event loops that belong to somebody else, and goes on until each connection is up or {@link
     * #closeConnections}.
     *
     * @param patrol looks after the connections; it too belongs to somebody else
     * @param onConnected runs when a connection is up for the first time
     */
    static RpcClient connectInBackground(
            RpcClientSettings settings, EventLoopGroup eventLoops, Patrol patrol, Runnable onConnected) {
        RpcClient client = new RpcClient(settings, eventLoops, patrol);
        client.connections.forEach(connection -> connection.connectInBackground(onConnected));
        return client;
    }

    private void awaitConnections() {
        CompletableFuture<?>[] attempts =
                connections.stream().map(RpcConnection::connect).toArray(CompletableFuture<?>[]::new);
        Duration bound = settings.connecting().timeout();
        try {
            CompletableFuture.allOf(attempts).get(bound.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RpcException refused ? refused : cannotConnect(String.valueOf(e.getCause()));
        } catch (TimeoutException e) {
            throw cannotConnect("no connection within " + bound);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cannotConnect("interrupted");
        }
    }

    private RpcException cannotConnect(String reason) {
        return new RpcException(RpcErrorCode.EFAILEDSOCKET, "cannot connect to " + settings.endpoint() + ": " + reason);
    }

    /** Sends one call with the client's default timeout; see {@link RpcChannel#call}. */
    public <Q extends Message, R extends Message> CompletableFuture<R> call(RpcMethod<Q, R> method, Q request) {
        return call(method, request, settings.defaultTimeout());
    }

    /** Sends one call over the next connection that is up; see {@link RpcChannel#call}. */
    public <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout) {
        return nextConnection().call(method, request, timeout);
    }

    /** Sends one call with an attachment over the next connection that is up; see {@link RpcChannel#callAttached}. */
    public <Q extends Message, R extends Message> CompletableFuture<Attached<R>> callAttached(
            RpcMethod<Q, R> method, Attached<Q> request, Duration timeout) {
        return nextConnection().callAttached(method, request, timeout);
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

    private RpcConnection nextConnection() {
        int first = Math.floorMod(roundRobin.getAndIncrement(), connections.size());
        for (int i = 0; i < connections.size(); i++) {
            RpcConnection candidate = connections.get((first + i) % connections.size());
            if (candidate.isConnected()) {
                return candidate;
            }
        }
        return connections.get(first);
    }

    /**
     * One of the connections.
     *
     * @param index 0 to {@link #connections()} - 1
     */
    public RpcChannel connection(int index) {
        if (index < 0 || index >= connections.size()) {
            throw new IllegalArgumentException(
                    "index: " + index + " (expected: 0 to " + (connections.size() - 1) + ")");
        }
        return connections.get(index);
    }

    /** How many connections it has, up or not. */
    public int connections() {
        return connections.size();
    }

    /** How many connections are up. */
    public int connectionsUp() {
        return (int) connections.stream().filter(RpcConnection::isConnected).count();
    }

    /** Calls that wait for an answer now. */
    public int pendingCalls() {
        return counters.pendingCalls();
    }

    /** Answers that no call waited for any more: it had timed out or was cancelled. */
    public long lateAnswers() {
        return counters.lateAnswers();
    }

    /** Connections made again after they broke. */
    public long reconnects() {
        return counters.reconnects();
    }

    /** Connections that it closed because their server was silent, or took no bytes; they are made again. */
    public long droppedConnections() {
        return counters.droppedConnections();
    }

    /** Bytes handed to the connections' sockets so far, frames as a whole. */
    public long sentBytes() {
        return counters.sentBytes();
    }

    /** Bytes that came from the connections' sockets so far. */
    public long receivedBytes() {
        return counters.receivedBytes();
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
        long boundNanos = CallTimeout.toNanos("bound", bound);
        patrol.close();
        closeConnections();
        eventLoops.shutdownGracefully(0, boundNanos, TimeUnit.NANOSECONDS);
        if (BlockingWait.isOn(eventLoops)) {
            return;
        }
        try {
            if (!eventLoops.terminationFuture().await(boundNanos, TimeUnit.NANOSECONDS)) {
                log.warn("the client of {} did not end within {}", settings.endpoint(), bound);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Fails pending calls with ECLOSE and closes the connections; the event loops go on. Idempotent, does not wait. */
    void closeConnections() {
        patrol.remove(connections);
        connections.forEach(RpcConnection::close);
    }

    /** Like {@link #closeConnections}, for a client that goes on without this server: pending calls get EFAILEDSOCKET. */
    void closeGoneConnections() {
        patrol.remove(connections);
        connections.forEach(RpcConnection::closeGone);
    }

    /** Whether a call would find a connection. */
    boolean isConnected() {
        for (RpcConnection connection : connections) {
            if (connection.isConnected()) {
                return true;
            }
        }
        return false;
    }

    /** Connections made so far; one is counted when it is up. */
    long connects() {
        return counters.connects();
    }
}
