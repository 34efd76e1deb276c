package dev.multipool.rpc.client;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcMethod;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The connections to one server on event loops that are shared with other servers' connections. */
final class RpcLink implements ServerLink {
    private final RpcClient client;

    /**
     * Begins to connect and goes on until each connection is up.
     *
     * @param patrol looks after the connections
     * @param onConnected runs when a connection is up for the first time
     */
    RpcLink(RpcClientSettings settings, EventLoopGroup eventLoops, Patrol patrol, Runnable onConnected) {
        this.client = RpcClient.connectInBackground(settings, eventLoops, patrol, onConnected);
    }

    @Override
    public <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout) {
        return client.call(method, request, timeout);
    }

    @Override
    public <Q extends Message, R extends Message> CompletableFuture<Attached<R>> callAttached(
            RpcMethod<Q, R> method, Attached<Q> request, Duration timeout) {
        return client.callAttached(method, request, timeout);
    }

    @Override
    public int connectionsUp() {
        return client.connectionsUp();
    }

    @Override
    public boolean isConnected() {
        return client.isConnected();
    }

    @Override
    public long connects() {
        return client.connects();
    }

    @Override
    public void close() {
        client.closeConnections();
    }

    @Override
    public void closeGone() {
        client.closeGoneConnections();
    }
}
