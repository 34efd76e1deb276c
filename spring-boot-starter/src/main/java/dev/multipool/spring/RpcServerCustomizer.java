package dev.multipool.spring;

import dev.multipool.rpc.server.RpcServerBuilder;

/**
 * Changes the application's server before it is built, as a bean: for what no {@code multipool.*} property says, such as
 * TLS, credentials or adaptive admission. Customizers run in their order, after the properties and the registrations.
 */
@FunctionalInterface
public interface RpcServerCustomizer {
    void customize(RpcServerBuilder server);
}
