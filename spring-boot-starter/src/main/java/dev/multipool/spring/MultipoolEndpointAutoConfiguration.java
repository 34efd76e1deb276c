package dev.multipool.spring;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.ThreadClassifier;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.watch.ServerReport;
import dev.multipool.rpc.server.watch.ThreadDump;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The actuator endpoint {@code multipool}, where the application exposes it. */
@AutoConfiguration(after = MultipoolAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(RpcServer.class)
public final class MultipoolEndpointAutoConfiguration {
    // here and not above: above it would be looked at where there is no actuator
    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    MultipoolEndpoint multipoolEndpoint(RpcServer server) {
        ThreadDump dump = new ThreadDump(ThreadClassifier.standard());
        return new MultipoolEndpoint(server, new ServerReport(server, dump, NanoClock.system()));
    }
}
