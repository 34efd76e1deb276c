package dev.multipool.bench.baidustd;

import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.call.WeightedCalls;
import dev.multipool.bench.call.WeightedCalls.Weighted;
import dev.multipool.bench.message.DescribedRequest;
import dev.multipool.bench.message.Schema;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.bench.template.ValueSource;
import dev.multipool.rpc.client.RpcChannel;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Calls of {@link MethodCalls} by baidu_std, of services that this program knows by their descriptors alone.
 *
 * @param settings how the connections are made
 */
public record DescribedBaiduStd(ConnectionSettings settings) implements CallProtocol {
    @Override
    public void requireFitting(LoadPlan plan) {
        requests(callsOf(plan));
    }

    private static MethodCalls callsOf(LoadPlan plan) {
        if (plan.calls() instanceof MethodCalls calls && calls.protocol() == MethodCalls.Protocol.BAIDU_STD) {
            return calls;
        }
        throw new IllegalArgumentException(
                "calls: " + plan.calls().getClass().getSimpleName() + " (expected: MethodCalls by baidu_std)");
    }

    private static List<DescribedRequest> requests(MethodCalls calls) {
        return DescribedRequest.of(calls, Schema.decode(Objects.requireNonNull(calls.descriptors())));
    }

    /**
     * Opens the connections of a plan.
     *
     * @throws dev.multipool.rpc.protocol.RpcException when not all connections are up in time
     */
    @Override
    public Connections open(LoadPlan plan, int eventLoops) {
        MethodCalls calls = callsOf(plan);
        List<String> names = List.copyOf(calls.values().keySet());
        List<DescribedMethod> methods = requests(calls).stream()
                .map(request -> DescribedMethod.of(request, names))
                .toList();
        List<ValueSource.Texts> values =
                calls.values().values().stream().map(ValueSource.Texts::of).toList();
        return Clients.open(plan, eventLoops, settings, channel -> new Multiplexed(channel, methods, values));
    }

    private record Multiplexed(RpcChannel channel, List<DescribedMethod> methods, List<ValueSource.Texts> values)
            implements Connection {
        @Override
        public ScheduledExecutorService eventLoop() {
            return channel.eventLoop();
        }

        @Override
        public CallSource calls(SplittableRandom random) {
            ValueSource[] drawn =
                    values.stream().map(texts -> new ValueSource(texts, random)).toArray(ValueSource[]::new);
            return new WeightedCalls(
                    methods.stream()
                            .map(method -> new Weighted(
                                    new DescribedCall(channel, method, drawn),
                                    method.request().asked().weight()))
                            .toList(),
                    random);
        }
    }
}
