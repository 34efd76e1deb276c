package dev.multipool.bench.http;

import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.http.HttpCall.EncodedRequest;
import dev.multipool.bench.http.HttpConnections.Opening;
import dev.multipool.bench.http.HttpSender.Server;
import dev.multipool.bench.http.HttpSender.Shared;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.HttpCalls.Request;
import dev.multipool.bench.plan.HttpCalls.Version;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.socket.Address;
import dev.multipool.bench.socket.TrustAll;
import dev.multipool.bench.template.ValueSource;
import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Calls of {@link HttpCalls}. By HTTP/1.1 one at a time on each connection: in a closed loop each user has a connection,
 * in an open loop a call takes one that is idle, or opens one more. By HTTP/2 multiplexed over connections: user u of a
 * closed loop stays on connection u mod {@code connections}.
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
        Opening opening = calls.connections().version() == Version.HTTP_2
                ? sharedConnections(plan, calls)
                : ownConnections(plan, calls, eventLoops);
        return HttpConnections.open(plan, eventLoops, transport, opening);
    }

    private static Opening ownConnections(LoadPlan plan, HttpCalls calls, int eventLoops) {
        List<String> names = List.copyOf(calls.values().keySet());
        boolean keptAlive = calls.connections().keptAlive();
        String authority = Address.authority(plan, calls.connections().tls());
        Shared<RequestTemplate> shared = shared(
                plan,
                calls,
                UnaryOperator.identity(),
                request -> new RequestTemplate(request, authority, keptAlive, names));
        return new Opening(
                plan.load() instanceof LoadModel.ClosedLoop ? plan.connections() : eventLoops,
                // of connections that carry one request each, one tells whether the server is there
                keptAlive ? plan.connections() : 1,
                (eventLoop, traffic, bootstrap) -> new HttpPool(eventLoop, shared, keptAlive, traffic, bootstrap));
    }

    private static Opening sharedConnections(LoadPlan plan, HttpCalls calls) {
        List<String> names = List.copyOf(calls.values().keySet());
        boolean tls = calls.connections().tls();
        String authority = Address.authority(plan, tls);
        Shared<StreamTemplate> shared =
                shared(plan, calls, Http::offeringHttp2, request -> new StreamTemplate(request, tls, authority, names));
        return new Opening(
                plan.connections(),
                plan.connections(),
                (eventLoop, traffic, bootstrap) -> new SharedConnection(eventLoop, shared, traffic, bootstrap));
    }

    /** HTTP/1.1 is offered, too: a server that can do no more then says so, where it would else break off. */
    private static SslContextBuilder offeringHttp2(SslContextBuilder tls) {
        return tls.ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        Protocol.ALPN,
                        SelectorFailureBehavior.NO_ADVERTISE,
                        SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2,
                        ApplicationProtocolNames.HTTP_1_1));
    }

    private static <T> Shared<T> shared(
            LoadPlan plan, HttpCalls calls, UnaryOperator<SslContextBuilder> tls, Function<Request, T> encoding) {
        List<String> names = List.copyOf(calls.values().keySet());
        List<EncodedRequest<T>> requests = calls.requests().stream()
                .map(request -> new EncodedRequest<>(
                        encoding.apply(request),
                        request.placeholders().stream()
                                .sorted()
                                .map(names::indexOf)
                                .toList(),
                        request.expected(),
                        new BodyCheck(request.expected()),
                        request.weight(),
                        request.method().equals("HEAD")))
                .toList();
        return new Shared<>(
                requests,
                calls.values().values().stream().map(ValueSource.Texts::of).toList(),
                new Server(plan.host(), plan.port()),
                calls.connections().tls() ? TrustAll.client(tls) : null,
                NanoClock.system());
    }
}
