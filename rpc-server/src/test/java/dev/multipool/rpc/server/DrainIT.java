package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.BalancedClient;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.client.ServerDirectory;
import dev.multipool.rpc.protocol.Goodbye;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.server.credential.SharedSecrets;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two servers that are stopped and started in turn while a client of both calls them: each call is answered, and
 * was executed once.
 */
@ExtendWith(LeakCheck.class)
class DrainIT {
    private static final int ROUNDS = 6;
    private static final int MANY_ROUNDS = 60;
    private static final int CONNECTIONS = 3;
    private static final int BUSY_CALLERS = 12;
    private static final int SPARSE_CALLERS = 6;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration DRAIN = Duration.ofSeconds(20);

    private final Map<Long, AtomicInteger> executions = new ConcurrentHashMap<>();
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private volatile boolean calling = true;

    @AfterEach
    void closeAll() throws Exception {
        calling = false;
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    void serversThatStopUnderLoad_loseNoCallAndExecuteNoneTwice() throws Exception {
        stopInTurn(ROUNDS);
    }

    @Test
    @Tag("full")
    @Timeout(300)
    void serversThatStopOftenUnderLoad_loseNoCallAndExecuteNoneTwice() throws Exception {
        stopInTurn(MANY_ROUNDS);
    }

    /** Some calls must have met a closed door. */
    private void stopInTurn(int rounds) throws Exception {
        RpcServer[] servers = {start(0), start(0)};
        BalancedClient client = BalancedClient.builder(eachConnection())
                .servers(ServerDirectory.ofAddresses(addressOf(servers[0]), addressOf(servers[1])))
                .build();
        opened.add(client);
        eventually("both are connected", () -> isConnected(client, servers[0]) && isConnected(client, servers[1]));
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < BUSY_CALLERS + SPARSE_CALLERS; i++) {
            boolean busy = i < BUSY_CALLERS;
            SplittableRandom random = new SplittableRandom(i);
            callers.add(new Thread(() -> callOn(client, busy, random), "caller-" + i));
        }
        callers.forEach(Thread::start);

        for (int round = 0; round < rounds || (refused.get() == 0 && round < MANY_ROUNDS); round++) {
            int leaving = round % 2;
            long before = ids.get();
            eventually("load is on", () -> ids.get() > before + 200);
            int port = servers[leaving].address().getPort();

            assertThat(servers[leaving].stop(DRAIN))
                    .as("all calls were answered")
                    .isTrue();
            refused.addAndGet(servers[leaving].rejections().getOrDefault(CallRejection.STOPPING, 0L));

            RpcServer back = start(port);
            servers[leaving] = back;
            eventually("its connections are up again", () -> isConnected(client, back));
        }
        calling = false;
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(outcomes).containsOnlyKeys("answered");
        assertThat(outcomes.get("answered")).isEqualTo((int) ids.get()).isGreaterThan(200 * rounds);
        assertThat(executions).hasSize((int) ids.get());
        assertThat(executions.values()).allMatch(times -> times.get() == 1);
        assertThat(refused).as("calls that met a closed door").hasPositiveValue();
        assertThat(client.retries()).isGreaterThanOrEqualTo(refused.get());
    }

    @Test
    void stop_saysGoodbyeOnIdleConnections_andClientsHangUp() throws Exception {
        RpcServer server = start(0);
        RpcClient client = clientOf(server);
        try (RawConnection idle = new RawConnection(server)) {
            eventually("ours are connected", () -> client.connectionsUp() == CONNECTIONS);
            // an answer shows that the server has taken it in, which a number of connections does not
            idle.send(RawConnection.request("test.v1.None", "none", 7).build(), new byte[0]);
            assertThat(idle.receive().getCorrelationId()).isEqualTo(7);
            eventually("all are taken in", () -> server.connections() > CONNECTIONS);

            CompletableFuture<Boolean> stopped = CompletableFuture.supplyAsync(() -> server.stop(DRAIN));

            RpcMeta goodbye = idle.receive();
            assertThat(goodbye.getCorrelationId()).isEqualTo(Goodbye.meta("").getCorrelationId());
            assertThat(goodbye.getResponse().getErrorCode()).isEqualTo(RpcErrorCode.ELOGOFF.number());
            eventually("ours hung up by themselves", () -> client.connectionsUp() == 0);
            assertThat(stopped.get()).isTrue();
        }
    }

    @Test
    void stop_tellsNothingToWhoDidNotAuthenticate() throws Exception {
        RpcServer server = RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .credentials(new SharedSecrets(List.of(ByteString.copyFromUtf8("right"))))
                .async(Echo.ASYNC, this::executeAsync)
                .build();
        opened.add(server);
        server.start();
        try (RawConnection stranger = new RawConnection(server)) {
            eventually("it is connected", () -> server.connections() == 1);

            assertThat(server.stop(DRAIN)).isTrue();

            assertThat(stranger.isClosedByServer()).isTrue();
        }
    }

    private void callOn(BalancedClient client, boolean busy, SplittableRandom random) {
        while (calling) {
            long id = ids.incrementAndGet();
            String outcome;
            try {
                UserInfo answer = client.call(random.nextBoolean() ? Echo.BLOCKING : Echo.ASYNC, Echo.user(id), TIMEOUT)
                        .get(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                outcome = answer.getId() == id ? "answered" : "answered wrongly";
            } catch (ExecutionException e) {
                outcome = String.valueOf(e.getCause());
            } catch (Exception e) {
                outcome = e.toString();
            }
            synchronized (outcomes) {
                outcomes.merge(outcome, 1, Integer::sum);
            }
            if (!busy) {
                // these find connections on which nothing happens while their server stops
                LockSupport.parkNanos(random.nextLong(20_000_000));
            }
        }
    }

    /**
     * Seen from both ends: a client that stood still may not know yet that its old connections are gone, and one in the
     * listen backlog is lost when its server stops.
     */
    private static boolean isConnected(BalancedClient client, RpcServer server) {
        return server.views().connections().size() == CONNECTIONS
                && client.servers().stream().allMatch(view -> view.connectionsUp() == CONNECTIONS && !view.isLeaving());
    }

    private UserInfo execute(UserInfo request, CallContext call) {
        executions.computeIfAbsent(request.getId(), id -> new AtomicInteger()).incrementAndGet();
        LockSupport.parkNanos(500_000);
        return request;
    }

    private CompletionStage<UserInfo> executeAsync(UserInfo request, CallContext call) {
        executions.computeIfAbsent(request.getId(), id -> new AtomicInteger()).incrementAndGet();
        return CompletableFuture.supplyAsync(
                () -> request, CompletableFuture.delayedExecutor(2, TimeUnit.MILLISECONDS));
    }

    private RpcServer start(int port) throws IOException {
        RpcServer server = RpcServer.builder()
                .host("127.0.0.1")
                .port(port)
                .eventLoops(1)
                .pool(PoolConfig.parse("business", "fixed:threads=3,queue=1000"))
                .blocking(Echo.BLOCKING, "business", this::execute)
                .async(Echo.ASYNC, this::executeAsync)
                .build();
        opened.add(() -> server.stop(Duration.ofSeconds(1)));
        server.start();
        return server;
    }

    private RpcClient clientOf(RpcServer server) {
        RpcClient client =
                eachConnection().target("127.0.0.1", server.address().getPort()).build();
        opened.add(client);
        return client;
    }

    private static RpcClient.Builder eachConnection() {
        return RpcClient.builder()
                .connections(CONNECTIONS)
                .eventLoops(1)
                .reconnectBackoff(Duration.ofMillis(5), Duration.ofMillis(50));
    }

    private static String addressOf(RpcServer server) {
        return "127.0.0.1:" + server.address().getPort();
    }
}
