package dev.multipool.spring;

import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.RpcServerBuilder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * A server for the application's {@link RpcRegistration} beans. An application with an {@link RpcServer} bean of its own
 * keeps that one, and it is started and stopped all the same; {@code multipool.enabled=false} makes and starts none.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "multipool.enabled", matchIfMissing = true)
@EnableConfigurationProperties({MultipoolProperties.class, MultipoolTimes.class})
public final class MultipoolAutoConfiguration {
    // closed when the start of the application fails; when it ends, the lifecycle has stopped it before
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(RpcRegistration.class)
    RpcServer rpcServer(
            MultipoolProperties properties,
            MultipoolTimes times,
            ObjectProvider<RpcRegistration> registrations,
            ObjectProvider<RpcServerCustomizer> customizers) {
        RpcServerBuilder server = RpcServer.builder()
                .host(properties.host())
                .port(properties.port())
                .limits(properties.limits().toServerLimits())
                .defaultDeadline(times.defaultDeadline())
                .maxDeadline(times.maxDeadline())
                .drainTimeout(times.drainTimeout())
                .slowCall(times.slowCall());
        if (properties.eventLoops() != null) {
            server.eventLoops(properties.eventLoops());
        }
        properties.poolConfigs().forEach(server::pool);
        properties.waits().forEach((waiting, others) -> others.forEach(other -> server.waits(waiting, other)));
        registrations.orderedStream().forEach(registration -> registration.addTo(server));
        customizers.orderedStream().forEach(customizer -> customizer.customize(server));
        return server.build();
    }

    @Bean
    @ConditionalOnBean(RpcServer.class)
    RpcServerLifecycle rpcServerLifecycle(RpcServer server) {
        return new RpcServerLifecycle(server);
    }
}
