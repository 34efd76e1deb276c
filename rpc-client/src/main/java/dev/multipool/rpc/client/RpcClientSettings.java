package dev.multipool.rpc.client;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.payload.PayloadFormat;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a client was built with.
 *
 * @param endpoint the server
 * @param connections TCP connections, all to the same server
 * @param eventLoops threads that the connections share; at most {@code connections}
 * @param maxPendingCalls calls of all connections together that may wait for an answer
 * @param defaultTimeout the deadline of a call that names none
 * @param connecting how connections are made
 * @param wire what connections carry, and how
 */
record RpcClientSettings(
        Endpoint endpoint,
        int connections,
        int eventLoops,
        int maxPendingCalls,
        Duration defaultTimeout,
        Connecting connecting,
        Wire wire) {

    RpcClientSettings {
        if (connections < 1) {
            throw new IllegalArgumentException("connections: " + connections + " (expected: >= 1)");
        }
        if (eventLoops < 1 || eventLoops > connections) {
            throw new IllegalArgumentException(
                    "eventLoops: " + eventLoops + " (expected: 1 to connections: " + connections + ")");
        }
        if (maxPendingCalls < 1) {
            throw new IllegalArgumentException("maxPendingCalls: " + maxPendingCalls + " (expected: >= 1)");
        }
        CallTimeout.toNanos("defaultTimeout", defaultTimeout);
    }

    /**
     * What connections carry, and how.
     *
     * @param limits how large a frame may be, sent or received
     * @param format how requests are packed
     * @param transport how connections move their bytes
     * @param tls null for plain connections
     * @param credential goes with the first call of each connection; empty for none
     */
    record Wire(
            FrameLimits limits,
            PayloadFormat format,
            TransportSettings transport,
            @Nullable Tls tls,
            ByteString credential) {
        Wire {
            transport.transport().resolve();
        }
    }

    /**
     * Where the server is.
     *
     * @param host a name or an address, resolved anew for each connect
     * @param port its RPC port
     */
    record Endpoint(String host, int port) {
        Endpoint {
            if (host.isBlank()) {
                throw new IllegalArgumentException("host: '" + host + "' (expected: a host name or an address)");
            }
            if (port < 1 || port > 65_535) {
                throw new IllegalArgumentException("port: " + port + " (expected: 1 to 65535)");
            }
        }

        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /**
     * How connections are made and made again.
     *
     * @param timeout of one attempt
     * @param firstBackoff upper end of the pause before the first attempt to reconnect; doubles with each failure
     * @param maxBackoff where the doubling ends
     * @param jitterSeed of the random part of the pauses
     */
    record Connecting(Duration timeout, Duration firstBackoff, Duration maxBackoff, long jitterSeed) {
        Connecting {
            CallTimeout.toNanos("connectTimeout", timeout);
            CallTimeout.toNanos("firstBackoff", firstBackoff);
            CallTimeout.toNanos("maxBackoff", maxBackoff);
            if (maxBackoff.compareTo(firstBackoff) < 0) {
                throw new IllegalArgumentException(
                        "maxBackoff: " + maxBackoff + " (expected: >= firstBackoff: " + firstBackoff + ")");
            }
        }
    }
}
