package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import dev.multipool.rpc.server.connection.ConnectionTimeouts;
import dev.multipool.rpc.server.credential.CredentialVerifier;
import dev.multipool.rpc.server.limits.ServerLimits;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * What a server needs beside its methods and pools.
 *
 * @param listening where it listens and which threads serve the connections
 * @param frames what frames may cost
 * @param limits how much is taken at once
 * @param deadlines how long a call may take
 * @param stopping how it stops
 * @param timeouts how long a connection may get nowhere
 * @param security who may call
 */
record RpcServerSettings(
        Listening listening,
        Frames frames,
        ServerLimits limits,
        Deadlines deadlines,
        Stopping stopping,
        ConnectionTimeouts timeouts,
        Security security) {
    private static final Duration LONGEST_DEADLINE = Duration.ofDays(1);
    private static final Duration LONGEST_DRAIN = Duration.ofDays(7);

    /**
     * What frames may cost.
     *
     * @param limits largest frames taken and sent
     * @param maxUnfinishedBytes most bytes that those hold together that have begun to arrive
     */
    record Frames(FrameLimits limits, long maxUnfinishedBytes) {}

    /**
     * How a server stops.
     *
     * @param drainTimeout longest time that {@link RpcServer#close} lets running calls finish
     * @param level of the log lines that tell of it
     */
    record Stopping(Duration drainTimeout, Level level) {
        Stopping {
            if (drainTimeout.isNegative() || drainTimeout.compareTo(LONGEST_DRAIN) > 0) {
                throw new IllegalArgumentException(
                        "drainTimeout: " + drainTimeout + " (expected: >= 0, <= " + LONGEST_DRAIN + ")");
            }
        }
    }

    /**
     * How long calls may take, from their arrival.
     *
     * @param unset for calls whose caller sent no timeout
     * @param longest for calls whose caller sent a longer one
     */
    record Deadlines(Duration unset, Duration longest) {
        Deadlines {
            if (unset.compareTo(Duration.ofMillis(1)) < 0) {
                throw new IllegalArgumentException("defaultDeadline: " + unset + " (expected: >= 1 ms)");
            }
            if (longest.compareTo(unset) < 0 || longest.compareTo(LONGEST_DEADLINE) > 0) {
                throw new IllegalArgumentException("maxDeadline: " + longest + " (expected: >= defaultDeadline: "
                        + unset + ", <= " + LONGEST_DEADLINE + ")");
            }
        }
    }

    /**
     * Who may call a server, and who can listen in.
     *
     * @param tls the files of TLS; null for plain connections
     * @param reloadInterval how often files are looked at for changes: those of TLS, and of credentials
     * @param verifier of the credentials that callers must bring; null when they need none
     * @param maxWrongCredentials from one address within a minute
     */
    record Security(
            @Nullable TlsFiles tls,
            Duration reloadInterval,
            @Nullable CredentialVerifier verifier,
            int maxWrongCredentials) {
        Security {
            if (maxWrongCredentials < 1) {
                throw new IllegalArgumentException("maxWrongCredentials: " + maxWrongCredentials + " (expected: >= 1)");
            }
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
