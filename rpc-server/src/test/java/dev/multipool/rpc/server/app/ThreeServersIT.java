package dev.multipool.rpc.server.app;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.rpc.client.BalancedClient;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.client.ServerDirectory;
import dev.multipool.rpc.client.ServerView;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three server processes with one Redis under load, of which one is killed, comes back, and one is drained: no call fails
 * that could have been sent again, Redis saw none twice, and the parts of the drained one end in the order that they should.
 */
@ExtendWith(LeakCheck.class)
class ThreeServersIT {
    private static final int CALLERS = 16;
    private static final int THREADS = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final AtomicLong ids = new AtomicLong();
    private final Set<Long> answered = ConcurrentHashMap.newKeySet();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private volatile boolean calling = true;
    private int processes;

    @AfterEach
    void closeAll() throws Exception {
        calling = false;
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    @Timeout(300)
    void oneKilledAndOneDrained_underLoad_failNoCallThatCouldBeSentAgain_andNoneIsExecutedTwice() throws Exception {
        RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.parse("embedded"))
                .build());
        opened.add(redis);
        RedisMonitor monitor = new RedisMonitor(redis.uri());
        opened.add(monitor);
        ServerProcess killed = start(redis, 0);
        ServerProcess drained = start(redis, 0);
        ServerProcess stays = start(redis, 0);
        BalancedClient client = clientOf(killed, drained, stays);
        opened.add(client);
        eventually("all are connected", () -> up(client) == 6);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(new Thread(() -> callOn(client), "caller-" + i));
        }
        callers.forEach(Thread::start);
        awaitCalls(100);
        eventually("each has some", () -> client.servers().stream().allMatch(server -> server.inFlight() > 0));

        killed.kill();
        awaitCalls(100);
        int failedByTheKill = failures.size();
        assertThat(failedByTheKill)
                .as("calls that were at the server when it was killed")
                .isLessThanOrEqualTo(CALLERS);

        start(redis, killed.port());
        eventually("it is back", () -> up(client) == 6);
        eventually("it gets calls again", () -> client.servers().get(0).inFlight() > 0);
        eventually(
                "calls wait in the queue of the one that is to be drained",
                () -> client.servers().get(1).inFlight() > THREADS);
        assertThat(drained.terminate()).isZero();
        assertThat(drained.nextLine()).startsWith("rejected: ").doesNotContain("STOPPED_IN_SERVICE");
        DrainProcessIT.assertEndedInOrder(String.join("\n", drained.errorLines()));
        awaitCalls(100);
        calling = false;
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(failures).as("a drain fails no call").hasSize(failedByTheKill);
        assertThat(failures).allSatisfy(ThreeServersIT::assertMayHaveBeenExecuted);
        assertThat(answered).hasSize((int) ids.get() - failures.size());
        eventually(
                "Redis has told of every answered call",
                () -> monitor.reads().keySet().containsAll(answered));
        assertThat(timesExecuted(monitor)).containsOnly(1);
        assertThat(client.retries()).isPositive();
        assertThat(client.deniedRetries()).isZero();
        assertThat(client.servers()).extracting(ServerView::inFlight).containsOnly(0);
    }

    private static void assertMayHaveBeenExecuted(Throwable failure) {
        assertThat(failure).isInstanceOf(RpcException.class);
        assertThat(((RpcException) failure).is(RpcErrorCode.EFAILEDSOCKET))
                .as(failure.getMessage())
                .isTrue();
        assertThat(((RpcException) failure).isNotExecuted())
                .as(failure.getMessage())
                .isFalse();
    }

    private static List<Integer> timesExecuted(RedisMonitor monitor) {
        return monitor.reads().values().stream()
                .map(AtomicInteger::get)
                .distinct()
                .toList();
    }

    private static int up(BalancedClient client) {
        return client.servers().stream().mapToInt(ServerView::connectionsUp).sum();
    }

    private void awaitCalls(int calls) {
        long before = answered.size();
        eventually("load is on", () -> answered.size() > before + calls);
    }

    private void callOn(BalancedClient client) {
        while (calling) {
            long id = ids.incrementAndGet();
            FindUserInfoRequest request =
                    FindUserInfoRequest.newBuilder().setUserId(id).build();
            try {
                FindUserInfoResponse answer = client.call(UserServiceMethods.FIND_USER_INFO, request, TIMEOUT)
                        .get(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                if (answer.getFound()) {
                    failures.add(new AssertionError("found what is not there"));
                }
                answered.add(id);
            } catch (ExecutionException e) {
                failures.add(e.getCause());
            } catch (Exception e) {
                failures.add(e);
            }
        }
    }

    private ServerProcess start(RunningRedis redis, int port) throws IOException {
        ServerProcess process = ServerProcess.startOn(
                port,
                directory.resolve("server-" + processes++ + ".log"),
                "--redis",
                redis.uri().toString(),
                "--set",
                "redis.command-timeout=20s",
                "--set",
                "pools.business=fixed:threads=" + THREADS + ",queue=1000",
                "--set",
                "methods.find-user-info.wait=constant:10ms");
        opened.add(process);
        return process;
    }

    private static BalancedClient clientOf(ServerProcess... servers) {
        return BalancedClient.builder(RpcClient.builder()
                        .connections(2)
                        .eventLoops(2)
                        .reconnectBackoff(Duration.ofMillis(20), Duration.ofMillis(200)))
                .servers(ServerDirectory.ofAddresses(Arrays.stream(servers)
                        .map(server -> "127.0.0.1:" + server.port())
                        .toArray(String[]::new)))
                .build();
    }
}
