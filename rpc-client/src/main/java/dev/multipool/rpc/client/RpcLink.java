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

/**
 * The connections to one server, on event loops that belong to somebody else. Calls go round robin over those that are up.
 *
 * <p><b>Threads</b>: safe for all.
 */
final class RpcLink implements ServerLink {
    private final RpcClientSettings settings;
    private final Patrol patrol;
    private final List<RpcConnection> connections;
    private final CallCounters counters;
    private final AtomicInteger roundRobin = new AtomicInteger();

    /** @param patrol looks after the connections */
    RpcLink(RpcClientSettings settings, EventLoopGroup eventLoops, Patrol patrol) {
        this.settings = settings;
        this.patrol = patrol;
        this.counters = new CallCounters(settings.maxPendingCalls());
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

    /**
     * Connects, and waits until each connection is up.
     *
     * @throws RpcException with EFAILEDSOCKET when not all are up in time
     */
    void connect() {
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

    /**
     * Begins to connect, and goes on until each connection is up or this is closed.
     *
     * @param onConnected runs when a connection is up for the first time
     */
    void connectInBackground(Runnable onConnected) {
        connections.forEach(connection -> connection.connectInBackground(onConnected));
    }

    private RpcException cannotConnect(String reason) {
        return new RpcException(RpcErrorCode.EFAILEDSOCKET, "cannot connect to " + settings.endpoint() + ": " + reason);
    }

    @Override
    public <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout) {
        return nextConnection().call(method, request, timeout);
    }

    @Override
    public <Q extends Message, R extends Message> CompletableFuture<Attached<R>> callAttached(
            RpcMethod<Q, R> method, Attached<Q> request, Duration timeout) {
        return nextConnection().callAttached(method, request, timeout);
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

    /** One of the connections; 0 is the first. */
    RpcConnection connection(int index) {
        if (index < 0 || index >= connections.size()) {
            throw new IllegalArgumentException(
                    "index: " + index + " (expected: 0 to " + (connections.size() - 1) + ")");
        }
        return connections.get(index);
    }

    /** What all connections count to. */
    CallCounters counters() {
        return counters;
    }

    @Override
    public int connectionsUp() {
        return (int) connections.stream().filter(RpcConnection::isConnected).count();
    }

    @Override
    public boolean isConnected() {
        for (RpcConnection connection : connections) {
            if (connection.isConnected()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long connects() {
        return counters.connects();
    }

    @Override
    public void close() {
        patrol.remove(connections);
        connections.forEach(RpcConnection::close);
    }

    @Override
    public void closeGone() {
        patrol.remove(connections);
        connections.forEach(RpcConnection::closeGone);
    }
}
