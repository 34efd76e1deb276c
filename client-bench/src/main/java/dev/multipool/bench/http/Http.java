package dev.multipool.bench.http;

import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.http.HttpCall.EncodedRequest;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.TreeMap;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

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
        String authority = authority(plan, calls.connections().tls());
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
                tls(calls.connections().tls()),
                keptAlive,
                NanoClock.system());
        return HttpConnections.open(plan, eventLoops, transport, shared);
    }

    private static String authority(LoadPlan plan, boolean tls) {
        String host = plan.host().indexOf(':') >= 0 ? "[" + plan.host() + "]" : plan.host();
        return plan.port() == (tls ? 443 : 80) ? host : host + ":" + plan.port();
    }

    private static @Nullable SslContext tls(boolean wanted) {
        try {
            return wanted
                    ? SslContextBuilder.forClient()
                            .trustManager(InsecureTrustManagerFactory.INSTANCE)
                            // null: nor is the name in it
                            .endpointIdentificationAlgorithm(null)
                            .build()
                    : null;
        } catch (SSLException e) {
            throw new UncheckedIOException(new IOException("no TLS: " + e.getMessage(), e));
        }
    }
}
