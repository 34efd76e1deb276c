package dev.multipool.jmeter;

import dev.multipool.rpc.client.RpcClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * One client for all threads of an engine that ask the same server: connections are not multiplied by threads. The first
 * thread opens it, the last one closes it.
 *
 * <p><b>Threads</b>: any.
 */
final class SharedClient implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private static final Object LOCK = new Object();

    // @GuardedBy("LOCK")
    private static final Map<Endpoint, SharedClient> OPEN = new HashMap<>();

    private final Endpoint endpoint;
    private final RpcClient client;

    // @GuardedBy("LOCK")
    private int users;

    private SharedClient(Endpoint endpoint) {
        this.endpoint = endpoint;
        this.client = RpcClient.builder()
                .target(endpoint.host(), endpoint.port())
                .connections(endpoint.connections())
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
    }

    /**
     * The client of this endpoint, to be closed once by each that asked for it.
     *
     * @throws dev.multipool.rpc.protocol.RpcException when it cannot connect
     */
    static SharedClient open(SamplerSettings settings) {
        Endpoint endpoint = new Endpoint(settings.host(), settings.port(), settings.connections());
        // connecting under the lock: the threads that wait for it want this connection
        synchronized (LOCK) {
            SharedClient shared = OPEN.computeIfAbsent(endpoint, SharedClient::new);
            shared.users++;
            return shared;
        }
    }

    RpcClient client() {
        return client;
    }

    @Override
    public void close() {
        synchronized (LOCK) {
            users--;
            if (users > 0) {
                return;
            }
            OPEN.remove(endpoint);
        }
        client.close();
    }

    private record Endpoint(String host, int port, int connections) {}
}
