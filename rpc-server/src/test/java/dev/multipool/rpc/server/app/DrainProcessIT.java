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
import dev.multipool.rpc.server.admin.AdminClient;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two server processes with one Redis, ended by SIGTERM in turn while calls are queued and in service: each call is
 * answered, Redis saw each once, and the parts of a server end in the order that they should. {@link ThreeServersIT} drains
 * one.
 */
@Tag("full")
@ExtendWith(LeakCheck.class)
class DrainProcessIT {
    private static final int ROUNDS = 8;
    private static final int CALLERS = 16;
    private static final int CONNECTIONS = 2;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Pattern STEP =
            Pattern.compile("(stopping|pool \\S+ stopped|redis connections closed|redis closed)");

    @TempDir
    private Path directory;

    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private volatile boolean calling = true;
    private int processes;

    /** A running server process. */
    private record Running(Process process, BufferedReader out, Path log, int port, InetSocketAddress admin) {}

    @AfterEach
    void closeAll() throws Exception {
        calling = false;
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    @Timeout(300)
    void processesEndedBySigtermInTurnUnderLoad_loseNoCallExecuteNoneTwice_andEndInOrder() throws Exception {
        RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.parse("embedded"))
                .build());
        opened.add(redis);
        RedisMonitor monitor = new RedisMonitor(redis.uri());
        opened.add(monitor);
        Running[] servers = {start(redis, 0), start(redis, 0)};
        BalancedClient client = clientOf(servers);
        opened.add(client);
        eventually("both are connected", () -> isConnected(client, servers[0]) && isConnected(client, servers[1]));
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(new Thread(() -> callOn(client), "caller-" + i));
        }
        callers.forEach(Thread::start);

        for (int round = 0; round < ROUNDS; round++) {
            int leaving = round % 2;
            Running server = servers[leaving];
            long before = ids.get();
            eventually("load is on", () -> ids.get() > before + 100);
            eventually("calls wait in its queue", () -> isQueueing(server));

            // Process.destroy() would close the output that is still to be read
            server.process().toHandle().destroy();

            assertThat(server.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(server.process().exitValue()).isZero();
            assertThat(server.out().readLine()).startsWith("rejected: ").doesNotContain("STOPPED_IN_SERVICE");
            assertEndedInOrder(Files.readString(server.log()));

            Running back = start(redis, server.port());
            servers[leaving] = back;
            eventually("its connections are up again", () -> isConnected(client, back));
        }
        calling = false;
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(outcomes).containsOnlyKeys("answered");
        assertThat(outcomes.get("answered")).isEqualTo((int) ids.get());
        eventually("Redis has told of every call", () -> monitor.reads().size() == ids.get());
        assertThat(monitor.reads().values()).allMatch(times -> times.get() == 1);
        assertThat(client.retries()).isPositive();
    }

    private void callOn(BalancedClient client) {
        while (calling) {
            long id = ids.incrementAndGet();
            String outcome;
            try {
                FindUserInfoResponse answer = client.call(
                                UserServiceMethods.FIND_USER_INFO,
                                FindUserInfoRequest.newBuilder().setUserId(id).build(),
                                TIMEOUT)
                        .get(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                outcome = answer.getFound() ? "found what is not there" : "answered";
            } catch (ExecutionException e) {
                outcome = String.valueOf(e.getCause());
            } catch (Exception e) {
                outcome = e.toString();
            }
            synchronized (outcomes) {
                outcomes.merge(outcome, 1, Integer::sum);
            }
        }
    }

    /** Seen from both ends: a connection that is still in the listen backlog is lost when its server stops. */
    private static boolean isConnected(BalancedClient client, Running server) {
        return page(server, "/server").contains("\"connections\": " + CONNECTIONS)
                && client.servers().stream().allMatch(view -> view.connectionsUp() == CONNECTIONS && !view.isLeaving());
    }

    private static boolean isQueueing(Running server) {
        return page(server, "/pools/business").matches("(?s).*\"queueDepth\": [1-9].*");
    }

    private static String page(Running server, String path) {
        try {
            return new AdminClient(server.admin()).get(path).body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What its log tells of its stop. */
    static void assertEndedInOrder(String log) {
        List<String> steps = new ArrayList<>();
        Matcher step = STEP.matcher(log);
        while (step.find()) {
            steps.add(step.group());
        }
        assertThat(steps)
                .startsWith("stopping")
                .containsSubsequence("pool business stopped", "pool common stopped", "pool select stopped")
                .endsWith("redis connections closed", "redis closed");
    }

    private Running start(RunningRedis redis, int port) throws IOException {
        Path log = directory.resolve("server-" + processes++ + ".log");
        Process process = ServerProcess.launch(
                log,
                List.of("-Xmx256m"),
                List.of(
                        "--host", "127.0.0.1",
                        "--port", Integer.toString(port),
                        "--admin-port", "0",
                        "--redis", redis.uri().toString(),
                        "--set", "server.warm-up=0ms",
                        "--set", "redis.command-timeout=20s",
                        "--set", "pools.business=fixed:threads=3,queue=1000",
                        "--set", "methods.find-user-info.wait=constant:10ms"));
        opened.add(() -> process.destroyForcibly().waitFor());
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        int actual = port(out.readLine(), "listening on ");
        int admin = port(out.readLine(), "admin on http://");
        return new Running(process, out, log, actual, new InetSocketAddress(InetAddress.getLoopbackAddress(), admin));
    }

    private static int port(String line, String prefix) {
        assertThat(line).startsWith(prefix);
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    private static BalancedClient clientOf(Running... servers) {
        return BalancedClient.builder(RpcClient.builder()
                        .connections(CONNECTIONS)
                        .eventLoops(1)
                        .reconnectBackoff(Duration.ofMillis(20), Duration.ofMillis(200)))
                .servers(ServerDirectory.ofAddresses(Arrays.stream(servers)
                        .map(server -> "127.0.0.1:" + server.port())
                        .toArray(String[]::new)))
                .build();
    }
}
