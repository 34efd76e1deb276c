package dev.multipool.bench.grpc;

import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.message.DescribedRequest;
import dev.multipool.bench.message.Schema;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.rpc.protocol.transport.Transport;

/**
 * Calls of {@link MethodCalls} by gRPC, multiplexed over connections: user u of a closed loop stays on connection u mod
 * {@code connections}.
 *
 * @param transport what waits for sockets
 */
public record Grpc(Transport transport) implements CallProtocol {
    @Override
    public void requireFitting(LoadPlan plan) {
        MethodCalls calls = callsOf(plan);
        String descriptors = calls.descriptors();
        if (descriptors != null) {
            DescribedRequest.of(calls, Schema.decode(descriptors));
        }
    }

    private static MethodCalls callsOf(LoadPlan plan) {
        if (plan.calls() instanceof MethodCalls calls && calls.protocol() == MethodCalls.Protocol.GRPC) {
            return calls;
        }
        throw new IllegalArgumentException(
                "calls: " + plan.calls().getClass().getSimpleName() + " (expected: MethodCalls by gRPC)");
    }

    /**
     * Opens the connections of a plan, and asks the server's reflection service where the plan has no descriptors.
     *
     * @throws java.io.UncheckedIOException when not all connections are up in time
     * @throws dev.multipool.bench.message.SchemaException when the server does not describe what is asked
     */
    @Override
    public Connections open(LoadPlan plan, int eventLoops) {
        return GrpcConnections.open(plan, callsOf(plan), eventLoops, transport);
    }
}
