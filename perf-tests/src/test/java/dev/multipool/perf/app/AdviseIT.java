package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.app.UserService;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Advice for a real server under the load of a few users, and its trial. */
@Tag("once")
class AdviseIT {
    private static final int USERS = 4;
    private static final int LARGE = 32;
    /** What the model needs to see of a pool, with room to spare. */
    private static final long TASKS = 1000;

    private final AtomicBoolean loaded = new AtomicBoolean(true);
    private final List<Thread> users = new ArrayList<>();
    private final Path directory;
    private RunningRedis redis;
    private UserService service;

    AdviseIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void startServerUnderLoad() throws IOException {
        redis = RedisSource.open(RedisSourceSettings.fromEnvironment(System.getenv()));
        service = dev.multipool.rpc.server.app.Wiring.start(
                SettingsLoader.load(
                        null,
                        Map.of(),
                        Map.of(
                                "server.host", "127.0.0.1",
                                "server.port", "0",
                                "admin.port", "0",
                                "redis.source", redis.uri().toString(),
                                "redis.command-timeout", "20s",
                                "pools.business", "fixed:threads=" + LARGE + ",queue=1000",
                                "methods.find-user-info.wait", "constant:2ms",
                                "exhaustion.directory", directory.toString())),
                progress -> {},
                UnaryOperator.identity());
        for (int i = 0; i < USERS; i++) {
            Thread user = new Thread(this::callAgainAndAgain, "user-" + i);
            user.setDaemon(true);
            user.start();
            users.add(user);
        }
        eventually("the pool ran enough tasks", () -> pool().snapshot().completions() > TASKS);
    }

    @AfterEach
    void stop() throws InterruptedException {
        loaded.set(false);
        for (Thread user : users) {
            user.join(TimeUnit.SECONDS.toMillis(30));
        }
        service.close();
        redis.close();
    }

    @Test
    void advise_saysWhy_andChangesNothing() throws Exception {
        Console console = execute("advise", "--admin", admin());

        assertThat(console.exitCode()).isZero();
        assertThat(console.output())
                .containsPattern("business: 32 threads -> \\d+\\n {4}\\d+\\.\\d arrivals/s, held for ")
                .contains("common: 8 threads, as it is\n")
                .contains("too few tasks to tell");
        assertThat(pool().config().maxThreads()).isEqualTo(LARGE);
    }

    @Test
    @Tag("full")
    void apply_resizes_andTakesItBackOnlyWhenItGotWorse() throws Exception {
        Console console = execute("advise", "--admin", admin(), "--apply", "--window", "1s", "--objective", "tp99<60s");

        // on a machine that stalls, fewer tasks may be done after than before
        assertThat(console.output()).contains("resized: business 32 -> ");
        if (console.exitCode() == 0) {
            assertThat(pool().config().maxThreads()).isLessThan(LARGE);
            assertThat(console.output()).doesNotContain("taken back");
        } else {
            assertThat(pool().config().maxThreads()).isEqualTo(LARGE);
            assertThat(console.output()).contains("worse: business").contains("taken back: business 32 threads");
        }
        assertThat(pool().config().queueCapacity()).isEqualTo(1000);
    }

    @Test
    void apply_afterWhichNoTaskIsDone_isTakenBack() throws Exception {
        Thread stopping = new Thread(
                () -> {
                    eventually("the pool was resized", () -> pool().config().maxThreads() < LARGE);
                    loaded.set(false);
                },
                "stopping");
        stopping.start();

        Console console = execute("advise", "--admin", admin(), "--apply", "--window", "2s", "--objective", "tp99<60s");

        stopping.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.output()).contains("worse: business does fewer tasks");
        assertThat(pool().config().maxThreads()).isEqualTo(LARGE);
    }

    @Test
    void advise_ofAPortWhereNobodyIs_isExitCode1AndOneLine() throws Exception {
        Console console = execute("advise", "--admin", "http://127.0.0.1:1");

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.errors().lines()).hasSize(1);
    }

    private void callAgainAndAgain() {
        try (RpcClient client = RpcClient.builder()
                .target("127.0.0.1", service.server().address().getPort())
                .build()) {
            while (loaded.get()) {
                client.callBlocking(
                        UserServiceMethods.FIND_USER_INFO,
                        FindUserInfoRequest.newBuilder().setUserId(1).build(),
                        Duration.ofSeconds(30));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private MeasuredPool pool() {
        return service.server().pool("business");
    }

    private String admin() {
        return "http://127.0.0.1:" + service.adminAddress().orElseThrow().getPort();
    }

    private static void eventually(String what, BooleanSupplier condition) {
        long end = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.currentTimeMillis()).as(what).isLessThan(end);
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private record Console(int exitCode, String output, String errors) {}

    private static Console execute(String... args) throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int exitCode = with(output, errors, () -> Main.execute(args));
        return new Console(exitCode, output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    }

    private static int with(ByteArrayOutputStream output, ByteArrayOutputStream errors, Callable<Integer> command)
            throws Exception {
        PrintStream out = System.out;
        PrintStream err = System.err;
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            return command.call();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
