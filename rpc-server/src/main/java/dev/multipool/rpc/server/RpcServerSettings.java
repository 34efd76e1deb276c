package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.FrameLimits;
import java.time.Duration;

/**
 * What a server needs beside its methods and pools.
 *
 * @param host address to listen on
 * @param port port to listen on; 0 takes a free one
 * @param eventLoops I/O threads
 * @param frameLimits largest frames taken and sent
 * @param defaultDeadline for calls whose caller sent no timeout
 * @param drainTimeout longest time that {@link RpcServer#close} lets running calls finish
 */
record RpcServerSettings(
        String host,
        int port,
        int eventLoops,
        FrameLimits frameLimits,
        Duration defaultDeadline,
        Duration drainTimeout) {
    RpcServerSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0 to 65535)");
        }
        if (eventLoops < 1) {
            throw new IllegalArgumentException("eventLoops: " + eventLoops + " (expected: >= 1)");
        }
        if (defaultDeadline.toMillis() < 1) {
            throw new IllegalArgumentException("defaultDeadline: " + defaultDeadline + " (expected: >= 1 ms)");
        }
        if (drainTimeout.isNegative()) {
            throw new IllegalArgumentException("drainTimeout: " + drainTimeout + " (expected: >= 0)");
        }
    }
}
