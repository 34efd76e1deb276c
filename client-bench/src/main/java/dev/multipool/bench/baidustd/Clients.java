package dev.multipool.bench.baidustd;

import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.rpc.client.RpcChannel;
import dev.multipool.rpc.client.RpcClient;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The connections of one client. */
record Clients(RpcClient client, List<Connection> all) implements Connections {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** @throws dev.multipool.rpc.protocol.RpcException when not all connections are up in time */
    static Clients open(
            LoadPlan plan, int eventLoops, ConnectionSettings settings, Function<RpcChannel, Connection> over) {
        RpcClient.Builder builder = RpcClient.builder()
                .target(plan.host(), plan.port())
                .connections(plan.connections())
                .eventLoops(eventLoops)
                .maxPendingCalls(plan.maxInFlight())
                .connectTimeout(CONNECT_TIMEOUT);
        settings.applyTo(builder);
        RpcClient client = builder.build();
        List<Connection> all = IntStream.range(0, client.connections())
                .mapToObj(i -> over.apply(client.connection(i)))
                .toList();
        return new Clients(client, all);
    }

    @Override
    public long pendingCalls() {
        return client.pendingCalls();
    }

    @Override
    public long sentBytes() {
        return client.sentBytes();
    }

    @Override
    public long receivedBytes() {
        return client.receivedBytes();
    }

    @Override
    public void close() {
        client.close();
    }
}
