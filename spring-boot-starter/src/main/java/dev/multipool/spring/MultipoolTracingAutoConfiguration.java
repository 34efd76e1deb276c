package dev.multipool.spring;

import dev.multipool.opentelemetry.CallTracing;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * The server's calls and the tasks on its pools as traces of the application's OpenTelemetry, where it has one and
 * {@code multipool-opentelemetry}. The bean {@link CallTracing} is there for the application's clients too.
 */
@AutoConfiguration(
        before = MultipoolAutoConfiguration.class,
        afterName = "org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration")
@ConditionalOnClass({OpenTelemetry.class, CallTracing.class})
@ConditionalOnBooleanProperty(
        name = {"multipool.enabled", "multipool.tracing.enabled"},
        matchIfMissing = true)
@ConditionalOnSingleCandidate(OpenTelemetry.class)
@EnableConfigurationProperties(MultipoolProperties.class)
public final class MultipoolTracingAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    CallTracing multipoolCallTracing(OpenTelemetry openTelemetry) {
        return CallTracing.of(openTelemetry);
    }

    // first: an observer or a decorator that the application sets stays
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    RpcServerCustomizer multipoolTracing(CallTracing tracing, MultipoolProperties properties) {
        boolean trusted = properties.tracing().trustCallers();
        return server -> server.observer(trusted ? tracing.server() : tracing.edgeServer())
                .taskDecorator(tracing.tasks());
    }
}
