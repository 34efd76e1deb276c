package dev.multipool.rpc.server.app.operation;

import dev.multipool.pools.NanoClock;
import dev.multipool.redis.CommandTimes;
import dev.multipool.redis.LettuceRepositories;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.admin.AdminAnswer;
import dev.multipool.rpc.server.admin.AdminPage;
import dev.multipool.rpc.server.admin.AdminRequest;
import dev.multipool.rpc.server.metrics.LedgerHistograms;
import dev.multipool.rpc.server.metrics.RpcServerMetrics;
import dev.multipool.rpc.server.watch.ServerReport;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** All meters of the service and the page that Prometheus scrapes. */
final class Metrics implements AdminPage, AutoCloseable {
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();
    // all kept: the registry holds what it reads weakly
    private final RpcServerMetrics server;
    private final LettuceRepositories redis;
    private final Map<String, CommandTimes> commands;

    Metrics(RpcServer server, ServerReport report, LettuceRepositories redis) {
        this.server = new RpcServerMetrics(server, report, NanoClock.system());
        this.redis = redis;
        this.commands = redis.commandTimes();
        this.server.bindTo(registry);
        registry.getPrometheusRegistry().register(new LedgerHistograms(this.server));
        bindRedis();
        gc.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    /** Commands are under the names that Lettuce gives its own meters. */
    private void bindRedis() {
        FunctionCounter.builder("multipool.redis.reconnects", redis, LettuceRepositories::reconnects)
                .description("Connections to Redis made again")
                .register(registry);
        FunctionCounter.builder("multipool.redis.connections.dropped", redis, LettuceRepositories::droppedConnections)
                .description("Connections closed because Redis owed replies and was silent")
                .register(registry);
        commands.forEach((command, times) -> {
            FunctionTimer.builder(
                            "lettuce.command.firstresponse",
                            times,
                            CommandTimes::count,
                            CommandTimes::firstResponseNanos,
                            TimeUnit.NANOSECONDS)
                    .tag("command", command)
                    .description("From a command's sending to the first byte of its answer")
                    .register(registry);
            FunctionTimer.builder(
                            "lettuce.command.completion",
                            times,
                            CommandTimes::count,
                            CommandTimes::completionNanos,
                            TimeUnit.NANOSECONDS)
                    .tag("command", command)
                    .description("From a command's sending to its answer being complete")
                    .register(registry);
        });
    }

    @Override
    public AdminAnswer answer(AdminRequest request) {
        return AdminAnswer.bytes(CONTENT_TYPE, registry.scrape(CONTENT_TYPE).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        gc.close();
        registry.close();
    }
}
