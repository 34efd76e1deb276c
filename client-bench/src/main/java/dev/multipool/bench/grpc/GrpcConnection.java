package dev.multipool.bench.grpc;

import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.WeightedCalls;
import dev.multipool.bench.call.WeightedCalls.Weighted;
import dev.multipool.bench.template.ValueSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;

/**
 * A channel with what a plan asks by it.
 *
 * @param channel that all its calls share
 * @param requests of the plan
 * @param values of all placeholders, sorted by name
 */
record GrpcConnection(GrpcChannel channel, List<GrpcRequest> requests, List<ValueSource.Texts> values)
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
                requests.stream()
                        .map(request -> new Weighted(
                                new GrpcCall(channel, request, drawn),
                                request.described().asked().weight()))
                        .toList(),
                random);
    }
}
