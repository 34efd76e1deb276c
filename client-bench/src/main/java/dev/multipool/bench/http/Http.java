package dev.multipool.bench.http;

import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.http.HttpCall.EncodedRequest;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.socket.Address;
import dev.multipool.bench.socket.TrustAll;
import dev.multipool.bench.template.ValueSource;
import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.transport.Transport;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Calls of {@link HttpCalls}: one at a time on each connection. In a closed loop each user has a connection. In an open
 * loop a call takes one that is idle, or opens one more.
 *
 * @param transport what waits for sockets
 */
public record Http(Transport transport) implements CallProtocol {
    @Override
    public void requireFitting(LoadPlan plan) {
        callsOf(plan);
    }

    private static HttpCalls callsOf(LoadPlan plan) {
        if (plan.calls() instanceof HttpCalls calls) {
            return calls;
        }
        throw new IllegalArgumentException(
                "calls: " + plan.calls().getClass().getSimpleName() + " (expected: HttpCalls)");
    }

    /** @throws UncheckedIOException when not all connections are up in time */
    @Override
    public Connections open(LoadPlan plan, int eventLoops) {
        HttpCalls calls = callsOf(plan);
        TreeMap<String, ValueSource.Texts> values = new TreeMap<>();
        calls.values().forEach((name, drawn) -> values.put(name, ValueSource.Texts.of(drawn)));
        List<String> names = List.copyOf(values.keySet());
        boolean keptAlive = calls.connections().keptAlive();
        String authority = Address.authority(plan, calls.connections().tls());
        List<EncodedRequest> requests = calls.requests().stream()
                .map(request -> new EncodedRequest(
                        new RequestTemplate(request, authority, keptAlive, names),
                        request.expected(),
                        new BodyCheck(request.expected()),
                        request.weight(),
                        request.method().equals("HEAD")))
                .toList();
        HttpPool.Shared shared = new HttpPool.Shared(
                requests,
                List.copyOf(values.values()),
                new HttpPool.Server(plan.host(), plan.port()),
                calls.connections().tls() ? TrustAll.client(UnaryOperator.identity()) : null,
                keptAlive,
                NanoClock.system());
        return HttpConnections.open(plan, eventLoops, transport, shared);
    }
}
