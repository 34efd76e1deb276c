package dev.multipool.perf.idle;

import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.JvmMemory;
import dev.multipool.laboratory.process.ServerProcess;
import dev.multipool.perf.own.OwnServer;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Question: what does a connection that does nothing cost the server in memory?
 *
 * <p>Hypothesis: at most 4 KiB of heap.
 *
 * <p>Setup: a server of its own; a client in this process holds the connections. The server's living objects and its
 * resident memory are read before them, with them, and after each carried one call.
 *
 * <p>Reading the result: the difference to "before", divided by the connections. Resident memory also grows by garbage
 * that the heap had room for, and does not hold what the kernel keeps for a socket.
 */
public final class IdleExperiment {
    private static final int WARM_UP_CALLS = 2_000;
    /** Calls at a time; few, so that buffers for many calls at once don't count as a connection's. */
    private static final int CALLS_AT_A_TIME = 8;

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration CONNECT_TIMEOUT = Duration.ofMinutes(1);
    private static final int SPARE_CONNECTIONS = 10;

    private final JavaCommand java;
    private final URI redis;
    private final Path directory;

    /**
     * An experiment that begins with {@link #run}.
     *
     * @param redis holds user 1
     * @param directory takes what the server prints
     */
    public IdleExperiment(JavaCommand java, URI redis, Path directory) {
        this.java = java;
        this.redis = redis;
        this.directory = directory;
    }

    /** Measures with this many connections. */
    public IdleResult run(int connections) throws IOException, InterruptedException {
        List<String> arguments = List.of(
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--redis",
                redis.toString(),
                "--set",
                "server.max-connections=" + (connections + SPARE_CONNECTIONS),
                "--set",
                "server.accept-count=" + connections);
        try (ServerProcess server = ServerProcess.start(
                java, null, null, OwnServer.MAIN_CLASS, arguments, directory.resolve("server.log"))) {
            try (RpcClient client = connect(server.port(), 1)) {
                call(client, WARM_UP_CALLS);
            }
            JvmMemory before = JvmMemory.read(java.jdk(), server.pid());
            try (RpcClient client = connect(server.port(), connections)) {
                JvmMemory connected = JvmMemory.read(java.jdk(), server.pid());
                call(client, connections);
                JvmMemory called = JvmMemory.read(java.jdk(), server.pid());
                return new IdleResult(connections, before, connected, called);
            }
        }
    }

    private static RpcClient connect(int port, int connections) {
        return RpcClient.builder()
                .target("127.0.0.1", port)
                .connections(connections)
                .eventLoops(1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
    }

    /** So many calls, which go round robin over the client's connections. */
    private static void call(RpcClient client, int calls) throws IOException {
        FindUserInfoRequest request =
                FindUserInfoRequest.newBuilder().setUserId(1).build();
        for (int done = 0; done < calls; done += CALLS_AT_A_TIME) {
            List<CompletableFuture<FindUserInfoResponse>> answers = new ArrayList<>();
            for (int i = done; i < Math.min(calls, done + CALLS_AT_A_TIME); i++) {
                answers.add(client.call(UserServiceMethods.FIND_USER_INFO, request, CALL_TIMEOUT));
            }
            for (CompletableFuture<FindUserInfoResponse> answer : answers) {
                if (!answer.join().getFound()) {
                    throw new IOException("user 1 was not found");
                }
            }
        }
    }
}
