package dev.multipool.rpc.client;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcMethod;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The connections to one server, as the balancing sees them. */
interface ServerLink {
    <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout);

    <Q extends Message, R extends Message> CompletableFuture<Attached<R>> callAttached(
            RpcMethod<Q, R> method, Attached<Q> request, Duration timeout);

    /** How many connections take calls now. */
    int connectionsUp();

    /** Whether one connection or more takes calls now. */
    boolean isConnected();

    /** Connections made so far; a connection is counted when it takes calls. */
    long connects();

    /** Fails what waits for an answer with ECLOSE and ends the connections; does not wait. */
    void close();

    /** Like {@link #close()}, when the client goes on without this server: with EFAILEDSOCKET. */
    void closeGone();
}
