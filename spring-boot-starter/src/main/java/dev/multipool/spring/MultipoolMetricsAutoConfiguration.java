package dev.multipool.spring;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.ThreadClassifier;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.metrics.LedgerHistograms;
import dev.multipool.rpc.server.metrics.RpcServerMetrics;
import dev.multipool.rpc.server.watch.ServerReport;
import dev.multipool.rpc.server.watch.ThreadDump;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The server's meters in the application's registry, where it has one. */
@AutoConfiguration(
        after = MultipoolAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({RpcServer.class, MeterRegistry.class})
public final class MultipoolMetricsAutoConfiguration {
    @Bean
    RpcServerMetrics rpcServerMetrics(RpcServer server) {
        NanoClock clock = NanoClock.system();
        ThreadDump dump = new ThreadDump(ThreadClassifier.standard());
        return new RpcServerMetrics(server, new ServerReport(server, dump, clock), clock);
    }

    // not left to Spring Boot, which binds every MeterBinder before anything is started: the server's event loops and
    // its allocator are there from its start on
    @Bean
    AfterServerStart rpcServerMeters(RpcServerMetrics metrics, ObjectProvider<MeterRegistry> registries) {
        return new AfterServerStart(() -> registries.ifUnique(metrics::bindTo));
    }

    /** The two histograms, which only a Prometheus registry can hold. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(PrometheusMeterRegistry.class)
    static class Histograms {
        @Bean
        @ConditionalOnBean(PrometheusMeterRegistry.class)
        AfterServerStart rpcServerHistograms(RpcServerMetrics metrics, PrometheusMeterRegistry registry) {
            return new AfterServerStart(() -> registry.getPrometheusRegistry().register(new LedgerHistograms(metrics)));
        }
    }
}
