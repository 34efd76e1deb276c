package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;

/**
 * Asks a server whether it is there. baidu_std has no frame for that, but each server answers a call of a service that it
 * does not have, with ENOSERVICE or its like, and does so without any handler.
 */
final class Probe {
    /** No server may have it. */
    static final String SERVICE_NAME = "multipool.Probe";

    private static final RpcRequestMeta REQUEST = RpcRequestMeta.newBuilder()
            .setServiceName(SERVICE_NAME)
            .setMethodName("areYouThere")
            .setTimeoutMs(1)
            .build();

    private Probe() {}

    /** The meta of a frame that has nothing else. */
    static RpcMeta meta(long correlationId) {
        return RpcMeta.newBuilder()
                .setRequest(REQUEST)
                .setCorrelationId(correlationId)
                .build();
    }
}
