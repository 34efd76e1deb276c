package dev.multipool.spring;

import dev.multipool.rpc.server.RpcServer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The server among the application's health indicators, where it has any. */
@AutoConfiguration(after = MultipoolAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(RpcServer.class)
public final class MultipoolHealthAutoConfiguration {
    // here and not above: above it would be looked at where there is no actuator
    @Bean
    @ConditionalOnEnabledHealthIndicator("multipool")
    @ConditionalOnMissingBean(name = "multipoolHealthIndicator")
    RpcServerHealthIndicator multipoolHealthIndicator(RpcServer server) {
        return new RpcServerHealthIndicator(server);
    }
}
