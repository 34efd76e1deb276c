package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a server needs beside its methods and pools.
 *
 * @param listening where it listens and which threads serve the connections
 * @param frameLimits largest frames taken and sent
 * @param limits how much is taken at once
 * @param defaultDeadline for calls whose caller sent no timeout
 * @param drainTimeout longest time that {@link RpcServer#close} lets running calls finish
 * @param timeouts how long a connection may get nowhere
 * @param security who may call
 */
record RpcServerSettings(
        Listening listening,
        FrameLimits frameLimits,
        ServerLimits limits,
        Duration defaultDeadline,
        Duration drainTimeout,
        ConnectionTimeouts timeouts,
        Security security) {
    RpcServerSettings {
        if (defaultDeadline.toMillis() < 1) {
            throw new IllegalArgumentException("defaultDeadline: " + defaultDeadline + " (expected: >= 1 ms)");
        }
        if (drainTimeout.isNegative()) {
            throw new IllegalArgumentException("drainTimeout: " + drainTimeout + " (expected: >= 0)");
        }
    }

    /**
     * Who may call a server, and who can listen in.
     *
     * @param tls the files of TLS; null for plain connections
     * @param reloadInterval how often files are looked at for changes: those of TLS, and of credentials
     * @param verifier of the credentials that callers must bring; null when they need none
     */
    record Security(
            @Nullable TlsFiles tls,
            Duration reloadInterval,
            @Nullable CredentialVerifier verifier) {
        Security {
            if (reloadInterval.toMillis() < 1) {
                throw new IllegalArgumentException("reloadInterval: " + reloadInterval + " (expected: >= 1 ms)");
            }
        }
    }

    /**
     * Where a server listens and which threads serve its connections.
     *
     * @param host address to listen on
     * @param port port to listen on; 0 takes a free one
     * @param transport how connections move their bytes
     * @param eventLoops I/O threads that the server makes, when none are given
     * @param givenEventLoops I/O threads of somebody else; null when the server makes its own
     */
    record Listening(
            String host,
            int port,
            TransportSettings transport,
            int eventLoops,
            @Nullable EventLoopGroup givenEventLoops) {
        Listening {
            if (port < 0 || port > 65_535) {
                throw new IllegalArgumentException("port: " + port + " (expected: 0 to 65535)");
            }
            if (eventLoops < 1) {
                throw new IllegalArgumentException("eventLoops: " + eventLoops + " (expected: >= 1)");
            }
            if (givenEventLoops == null) {
                transport.transport().resolve();
            } else {
                transport.transport().requireFitting(givenEventLoops);
            }
        }
    }
}
