package dev.multipool.rpc.server.metrics;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.admission.AdmissionSnapshot;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.connection.ConnectionEnd;
import dev.multipool.rpc.server.journal.MethodCalls;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.rpc.server.watch.ServerReport;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.netty4.NettyAllocatorMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyEventExecutorMetrics;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/**
 * Shows a running server to a Micrometer registry: its calls, its connections, its pools, its event loops and Netty's
 * memory. Every meter reads counts that exist anyway, when it is scraped; a call pays nothing for it.
 *
 * <pre>{@code
 * RpcServerMetrics metrics = new RpcServerMetrics(server, report, NanoClock.system());
 * metrics.bindTo(registry);
 * }</pre>
 *
 * <p>Label values are bounded: the names of pools, methods, codes, reasons and event loops, never anything that a caller
 * sends. docs/reference/metrics.md lists all.
 *
 * <p><b>Lifecycle</b>: bind once, after the server's start. Keep it for as long as the registry is read: the registry
 * holds what it reads weakly.
 */
public final class RpcServerMetrics implements MeterBinder {
    private final RpcServer server;
    private final List<LedgerReader> ledgers;

    /** The metrics of this server; the report gives the figures of the last seconds. */
    public RpcServerMetrics(RpcServer server, ServerReport report, NanoClock clock) {
        this.server = server;
        this.ledgers = server.pools().stream()
                .map(pool -> new LedgerReader(pool, report, clock))
                .toList();
    }

    /** The pools' ledgers, for {@link LedgerHistograms}. */
    List<LedgerReader> ledgers() {
        return ledgers;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        ledgers.forEach(ledger -> new PoolMeters(ledger, registry).bind());
        List<MethodCalls> methods = server.views().methodCalls();
        for (int i = 0; i < methods.size(); i++) {
            bindMethod(registry, methods.get(i), i);
        }
        for (CallRejection reason : CallRejection.values()) {
            counter("multipool.rpc.rejected", "Calls not run, or not finished in time", of -> of.rejections()
                            .getOrDefault(reason, 0L))
                    .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        gauge(
                registry,
                "multipool.rpc.calls.in.flight",
                "Calls admitted and not yet answered",
                RpcServer::callsInFlight);
        gauge(registry, "multipool.rpc.connections", "Open connections", RpcServer::connections);
        counter("multipool.rpc.connections.refused", "Connections closed at once", RpcServer::refusedConnections)
                .register(registry);
        counter(
                        "multipool.rpc.streams.broken",
                        "Connections closed because their bytes were not baidu_std",
                        RpcServer::brokenStreams)
                .register(registry);
        for (ConnectionEnd reason : ConnectionEnd.values()) {
            counter(
                            "multipool.rpc.connections.ended",
                            "Connections that the server closed for their peers' doing",
                            of -> of.connectionEnds().getOrDefault(reason, 0L))
                    .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        gauge(
                registry,
                "multipool.rpc.unsent.bytes",
                "Bytes of answers that wait for their peers",
                RpcServer::unsentBytes);
        gauge(
                registry,
                "multipool.rpc.unfinished.bytes",
                "Bytes of frames whose rest has not come",
                RpcServer::unfinishedBytes);
        admission(registry, "limit", "Calls that adaptive admission lets be in flight", AdmissionSnapshot::limit);
        admission(registry, "in.flight", "Calls in flight that it let in", AdmissionSnapshot::inFlight);
        counter("multipool.rpc.calls.slow", "Calls slower than the threshold", of -> of.views()
                        .slowCallCount())
                .register(registry);
        new NettyEventExecutorMetrics(server.views().eventLoops()).bindTo(registry);
        if (server.views().allocator() instanceof ByteBufAllocatorMetricProvider measured) {
            new NettyAllocatorMetrics(measured).bindTo(registry);
        }
    }

    private void bindMethod(MeterRegistry registry, MethodCalls method, int index) {
        for (String code : method.answersByCode().keySet()) {
            counter("multipool.rpc.calls", "Calls answered", of -> of.views()
                            .methodCalls()
                            .get(index)
                            .answersByCode()
                            .getOrDefault(code, 0L))
                    .tag("method", method.method())
                    .tag("code", code)
                    .register(registry);
        }
        FunctionTimer.builder(
                        "multipool.rpc.response",
                        server,
                        of -> of.views().methodCalls().get(index).answers(),
                        of -> of.views().methodCalls().get(index).responseNanos(),
                        TimeUnit.NANOSECONDS)
                .tag("method", method.method())
                .description("From a call's arrival to its answer being handed to its connection")
                .register(registry);
    }

    /** Not a number where there is none: a zero would be a limit. */
    private void admission(
            MeterRegistry registry, String name, String description, ToIntFunction<AdmissionSnapshot> value) {
        gauge(registry, "multipool.rpc.admission." + name, description, of -> of.admission()
                .map(now -> (double) value.applyAsInt(now))
                .orElse(Double.NaN));
    }

    private FunctionCounter.Builder<RpcServer> counter(
            String name, String description, ToDoubleFunction<RpcServer> count) {
        return FunctionCounter.builder(name, server, count).description(description);
    }

    private void gauge(MeterRegistry registry, String name, String description, ToDoubleFunction<RpcServer> value) {
        Gauge.builder(name, server, value).description(description).register(registry);
    }
}
