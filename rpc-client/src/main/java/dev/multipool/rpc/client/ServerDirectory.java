package dev.multipool.rpc.client;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Knows which servers there are: a fixed list, the addresses behind a DNS name, or whatever a program of one's own asks.
 *
 * <p><b>Threads</b>: {@link #watch} may be called from any thread. A watch tells its listener from one thread at a time;
 * the listener does not block.
 */
@FunctionalInterface
public interface ServerDirectory {
    /**
     * Begins to tell the listener all servers there are, now or soon, and again whenever they changed, until the watch is
     * closed. Does not wait for what it has to ask for. A listener that is told an empty list keeps what it was told before;
     * one that is told null, or of a server that is null, throws, and keeps it too.
     */
    Watch watch(Consumer<List<ServerAddress>> listener);

    /** Ends by {@link #close()}, which does not wait: a listener may be told once more meanwhile. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Servers that stay the same, each as {@link ServerAddress#parse} reads it.
     *
     * @throws IllegalArgumentException when there is none or one can't be read
     */
    static ServerDirectory ofAddresses(String... addresses) {
        return ofAddresses(Arrays.stream(addresses).map(ServerAddress::parse).toList());
    }

    /**
     * Servers that stay the same.
     *
     * @throws IllegalArgumentException when there is none
     */
    static ServerDirectory ofAddresses(List<ServerAddress> addresses) {
        record FixedDirectory(List<ServerAddress> addresses) implements ServerDirectory {
            FixedDirectory {
                if (addresses.isEmpty()) {
                    throw new IllegalArgumentException("servers: none (expected: one or more addresses)");
                }
                addresses = List.copyOf(addresses);
            }

            @Override
            public Watch watch(Consumer<List<ServerAddress>> listener) {
                listener.accept(addresses);
                return () -> {};
            }

            @Override
            public String toString() {
                return addresses.stream().map(ServerAddress::toString).collect(Collectors.joining(", "));
            }
        }
        return new FixedDirectory(addresses);
    }

    /**
     * All IPv4 and IPv6 addresses that a name resolves to, such as the pods behind a headless Kubernetes service, asked
     * for anew in the background. A lookup that fails or finds nothing changes nothing.
     *
     * @param host resolved by the JVM, which keeps what it found for {@code networkaddress.cache.ttl} (a security property
     *     of the JDK, 30 s unless set): a shorter refresh finds nothing new before that
     * @param port the RPC port of each server
     * @param refresh the pause between two lookups, 1 ms or more
     */
    static ServerDirectory ofDns(String host, int port, Duration refresh) {
        record DnsDirectory(ServerAddress name, Duration refresh) implements ServerDirectory {
            DnsDirectory {
                if (refresh.compareTo(Duration.ofMillis(1)) < 0) {
                    throw new IllegalArgumentException("refresh: " + refresh + " (expected: >= PT0.001S)");
                }
                CallTimeout.toNanos("refresh", refresh);
            }

            @Override
            public Watch watch(Consumer<List<ServerAddress>> listener) {
                return DnsLookup.startEvery(refresh, name, listener)::shutdownNow;
            }

            @Override
            public String toString() {
                return "DNS name " + name;
            }
        }
        return new DnsDirectory(new ServerAddress(host, port), refresh);
    }
}
