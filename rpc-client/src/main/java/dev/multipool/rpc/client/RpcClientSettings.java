package dev.multipool.rpc.client;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.observe.ClientCallObserver;
import dev.multipool.rpc.protocol.payload.PayloadFormat;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import io.netty.channel.EventLoopGroup;
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
        ServerAddress endpoint,
        int connections,
        int eventLoops,
        int maxPendingCalls,
        Duration defaultTimeout,
        Connecting connecting,
        Wire wire) {
    /** Looks closer to each other would be many wake-ups for little. */
    private static final Duration SHORTEST_SILENCE = Duration.ofMillis(50);

    private static final Duration SHORTEST_DEFAULT_SILENCE = Duration.ofMillis(200);
    private static final Duration LONGEST_DEFAULT_SILENCE = Duration.ofMillis(500);

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

    /** The silence that a client tolerates by default: half of its calls' timeout, within bounds. */
    static Duration silenceFor(Duration defaultTimeout) {
        Duration half = defaultTimeout.dividedBy(2);
        Duration atLeast = half.compareTo(SHORTEST_DEFAULT_SILENCE) < 0 ? SHORTEST_DEFAULT_SILENCE : half;
        return atLeast.compareTo(LONGEST_DEFAULT_SILENCE) > 0 ? LONGEST_DEFAULT_SILENCE : atLeast;
    }

    /**
     * What connections carry, and how.
     *
     * @param limits how large a frame may be, sent or received
     * @param format how requests are packed
     * @param transport how connections move their bytes
     * @param tls null for plain connections
     * @param credential goes with the first call of each connection; empty for none
     * @param observer follows each call; null for nobody
     */
    record Wire(
            FrameLimits limits,
            PayloadFormat format,
            TransportSettings transport,
            @Nullable Tls tls,
            ByteString credential,
            @Nullable ClientCallObserver observer) {
        Wire {
            transport.transport().resolve();
        }
    }

    /**
     * Settings for any server, on event loops that all servers share.
     *
     * @param eventLoops how many there are
     * @param template the settings, of no particular server
     */
    record PerServer(int eventLoops, RpcClientSettings template) {
        EventLoopGroup newEventLoops() {
            return template.wire().transport().transport().newEventLoops(eventLoops, "rpc-client", true);
        }

        /** The settings for this server; its pauses between connects are not those of another. */
        RpcClientSettings to(ServerAddress address) {
            return new RpcClientSettings(
                    address,
                    template.connections(),
                    1,
                    template.maxPendingCalls(),
                    template.defaultTimeout(),
                    template.connecting().withSeedFor(address),
                    template.wire());
        }
    }

    /**
     * How connections are made and made again.
     *
     * @param timeout of one attempt
     * @param firstBackoff upper end of the pause before the first attempt to reconnect; doubles with each failure
     * @param maxBackoff where the doubling ends
     * @param silence how long a server that owes answers may be silent before its connection is made again
     * @param jitterSeed of the random part of the pauses
     */
    record Connecting(Duration timeout, Duration firstBackoff, Duration maxBackoff, Duration silence, long jitterSeed) {
        Connecting {
            CallTimeout.toNanos("connectTimeout", timeout);
            CallTimeout.toNanos("firstBackoff", firstBackoff);
            CallTimeout.toNanos("maxBackoff", maxBackoff);
            if (silence.compareTo(SHORTEST_SILENCE) < 0) {
                throw new IllegalArgumentException(
                        "silenceTimeout: " + silence + " (expected: >= " + SHORTEST_SILENCE + ")");
            }
            CallTimeout.toNanos("silenceTimeout", silence);
            if (maxBackoff.compareTo(firstBackoff) < 0) {
                throw new IllegalArgumentException(
                        "maxBackoff: " + maxBackoff + " (expected: >= firstBackoff: " + firstBackoff + ")");
            }
        }

        Connecting withSeedFor(ServerAddress address) {
            return new Connecting(
                    timeout, firstBackoff, maxBackoff, silence, CallRandom.mix(jitterSeed ^ address.hashCode()));
        }

        /** The time between two looks at a connection. */
        long lookNanos() {
            return silence.toNanos() / Liveness.LOOKS;
        }
    }
}
