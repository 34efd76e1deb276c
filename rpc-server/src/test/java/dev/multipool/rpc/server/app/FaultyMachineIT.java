package dev.multipool.rpc.server.app;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.server.GoodClient;
import dev.multipool.rpc.server.RawConnection;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The application as a process on a machine that has its limits: descriptors, connections, disk, and a clock that jumps. */
@EnabledOnOs(OS.LINUX)
class FaultyMachineIT {
    private static final int CONNECTIONS = 500;
    private static final int MANY_CONNECTIONS = 10_000;
    private static final int AT_ONCE = 100;
    private static final FindUserInfoRequest USER_1 =
            FindUserInfoRequest.newBuilder().setUserId(1).build();
    private static final int SPARE_DESCRIPTORS = 8;
    private static final int HOGS = 40;
    private static final Duration PATIENT = Duration.ofSeconds(30);
    private static final Duration WATCHED = Duration.ofSeconds(1);
    private static final long TICKS_PER_SECOND = 100;

    private static RunningRedis redis;

    @TempDir
    private Path directory;

    private final List<RawConnection> opened = new ArrayList<>();

    @BeforeAll
    static void openRedis() {
        redis = RedisSource.open(
                RedisSourceSettings.builder().request(RedisRequest.EMBEDDED).build());
    }

    @AfterAll
    static void closeRedis() {
        redis.close();
    }

    @AfterEach
    void closeAll() throws IOException {
        for (RawConnection connection : opened) {
            connection.close();
        }
    }

    @Test
    void noDescriptorLeft_isToldOnce_othersAreServed_andItPassesByItself() throws Exception {
        assertDescriptorsMayBeMissing("auto");
    }

    @Test
    @Tag("full")
    void noDescriptorLeft_forTheTransportOfTheJdk_passesByItselfToo() throws Exception {
        assertDescriptorsMayBeMissing("nio");
    }

    private void assertDescriptorsMayBeMissing(String transport) throws Exception {
        try (ServerProcess server = start("--set", "server.transport=" + transport);
                GoodClient good = goodClient(server)) {
            // what is done for the first time may need descriptors of its own
            open(server).close();
            eventually("it has warmed up", () -> good.served() > 100);
            int used = server.descriptors();
            limitDescriptors(server, used + SPARE_DESCRIPTORS);

            for (int i = 0; i < HOGS; i++) {
                open(server);
            }
            eventually("it is told", () -> !server.errorLines("cannot accept connections")
                    .isEmpty());
            long before = acceptorTicks(server);
            TimeUnit.NANOSECONDS.sleep(WATCHED.toNanos());
            long ticks = acceptorTicks(server) - before;

            assertThat(server.errorLines("cannot accept connections"))
                    .singleElement()
                    .asString()
                    .contains(": cannot accept connections: Too many open files (expected: free file descriptors");
            assertThat(server.errorLines("\tat ")).isEmpty();
            assertThat(ticks)
                    .as("CPU time of the thread that accepts, in hundredths of a second")
                    .isLessThan(WATCHED.toMillis() * TICKS_PER_SECOND / 1000 / 2);
            good.assertServedThroughout();

            closeAll();
            try (RpcClient late = client(server)) {
                assertThat(findUser(late, PATIENT)).isTrue();
            }
            eventually("descriptors are free again", () -> server.descriptors() <= used + 2);
            good.assertServedThroughout();
        }
    }

    @Test
    void manyConnections_areServed() throws Exception {
        assertServed(CONNECTIONS);
    }

    @Test
    @Tag("full")
    void tenThousandConnections_areServed() throws Exception {
        assumeTrue(
                descriptorLimit() >= MANY_CONNECTIONS + 1000,
                "a limit of " + descriptorLimit() + " file descriptors (expected: 11000, see ulimit -n)");
        assertServed(MANY_CONNECTIONS);
    }

    private void assertServed(int connections) throws Exception {
        try (ServerProcess server = start(
                        "--set", "server.max-connections=" + (connections + 100), "--set", "server.accept-count=4096");
                GoodClient good = goodClient(server)) {
            eventually("the good client is served", () -> good.served() > 0);
            int used = server.descriptors();

            for (int i = 0; i < connections; i++) {
                open(server);
            }
            for (int first = 0; first < connections; first += AT_ONCE) {
                for (int i = first; i < first + AT_ONCE; i++) {
                    opened.get(i).send(findUserMeta(i + 1).build(), USER_1.toByteArray());
                }
                for (int i = first; i < first + AT_ONCE; i++) {
                    RpcMeta answer = opened.get(i).receive();
                    assertThat(answer.getCorrelationId()).isEqualTo(i + 1);
                    assertThat(answer.getResponse().getErrorCode()).isZero();
                }
            }
            assertThat(server.descriptors()).isGreaterThanOrEqualTo(used + connections);
            good.assertServedThroughout();

            closeAll();
            eventually("descriptors are free again", () -> server.descriptors() <= used + 2);
            good.assertServedThroughout();
            assertThat(server.errorLines("WARN")).isEmpty();
        }
    }

    /** The disk is a file system of one page that only the server's process sees. */
    @Test
    void fullDisk_atAnExhaustion_costsTheBundleAndNothingElse() throws Exception {
        List<String> onASmallDisk = onASmallDisk(directory);
        assumeTrue(runs(onASmallDisk, "true"), "no mount here (expected: root, or user namespaces for everybody)");
        try (ServerProcess server = ServerProcess.start(
                        directory.resolveSibling(directory.getFileName() + ".err"),
                        onASmallDisk,
                        Map.of(),
                        with(
                                "--set", "pools.business=fixed:threads=1,queue=1",
                                "--set", "methods.find-user-info.wait=constant:20ms",
                                "--set", "exhaustion.directory=" + directory));
                RpcClient client = client(server)) {
            eventually("it is told", () -> {
                exhaust(client);
                return !server.errorLines("exhausted").isEmpty();
            });
            exhaust(client);

            assertThat(server.errorLines("WARN"))
                    .singleElement()
                    .asString()
                    .contains("pool business exhausted: ")
                    .contains("; no details: ")
                    .contains("No space left on device");
            assertThat(findUser(client, PATIENT)).isTrue();
            try (Stream<Path> left =
                    Files.list(server.proc("root").resolve(Path.of("/").relativize(directory)))) {
                assertThat(left).isEmpty();
            }
        }
    }

    /** The wall clock of the server's process, and no other clock, goes ahead and back by hours. */
    @Test
    void clockThatJumps_changesNoDeadlineAndNoTimeout() throws Exception {
        Optional<Path> library = fakeTime();
        boolean required = Boolean.parseBoolean(System.getenv("REQUIRE_FAKETIME"));
        assumeTrue(required || library.isPresent(), "no libfaketime here (expected: Debian's package faketime)");
        Path offset = Files.writeString(directory.resolve("offset"), "+0");
        try (ServerProcess server = ServerProcess.start(
                        directory.resolve("errors"),
                        List.of(),
                        Map.of(
                                "LD_PRELOAD", library.orElseThrow().toString(),
                                "FAKETIME_TIMESTAMP_FILE", offset.toString(),
                                "FAKETIME_NO_CACHE", "1",
                                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                                "FAKETIME_FORCE_MONOTONIC_FIX", "0"),
                        with(
                                "--set", "server.idle-timeout=60s",
                                "--set", "methods.find-user-info.wait=constant:50ms"));
                GoodClient good = goodClient(server)) {
            good.assertServedThroughout();
            for (String jump : List.of("+6h", "-6h", "+0")) {
                Files.writeString(offset, jump);
                good.assertServedThroughout();

                RawConnection late = open(server);
                RpcMeta.Builder meta = findUserMeta(1);
                meta.getRequestBuilder().setTimeoutMs(20);
                late.send(meta.build(), USER_1.toByteArray());
                assertThat(late.receive().getResponse().getErrorCode()).isEqualTo(RpcErrorCode.ERPCTIMEDOUT.number());
            }
            Files.writeString(offset, "+6h");
            open(server).send(new byte[] {'G', 'E', 'T'});
            eventually("the log shows the time of day", () -> !server.errorLines("not baidu_std")
                    .isEmpty());
            LocalTime shown =
                    LocalTime.parse(server.errorLines("not baidu_std").get(0).split(" ", 3)[1]);
            assertThat(Duration.between(LocalTime.now(ZoneId.systemDefault()), shown)
                            .abs())
                    .isGreaterThan(Duration.ofHours(5));
            assertThat(server.errorLines("WARN")).hasSize(1);
        }
    }

    private ServerProcess start(String... arguments) throws IOException {
        return ServerProcess.start(directory.resolve("errors"), with(arguments));
    }

    private static String[] with(String... arguments) {
        return Stream.concat(
                        Stream.of(
                                "--redis",
                                redis.uri().toString(),
                                "--seed-users",
                                "10",
                                // this machine may stand still; Redis is not what is faulty here
                                "--set",
                                "redis.command-timeout=20s"),
                        Stream.of(arguments))
                .toArray(String[]::new);
    }

    private static GoodClient goodClient(ServerProcess server) {
        return new GoodClient(server.port(), FaultyMachineIT::findUser);
    }

    private static RpcClient client(ServerProcess server) {
        return RpcClient.builder().target("127.0.0.1", server.port()).build();
    }

    private static boolean findUser(RpcClient client, Duration timeout) throws RpcException, InterruptedException {
        return client.callBlocking(UserServiceMethods.FIND_USER_INFO, USER_1, timeout)
                .getFound();
    }

    private static RpcMeta.Builder findUserMeta(long correlationId) {
        return RawConnection.request("UserService", "findUserInfo", correlationId);
    }

    private RawConnection open(ServerProcess server) throws IOException {
        RawConnection connection = new RawConnection(server.port());
        opened.add(connection);
        return connection;
    }

    /** More calls at once than are taken; some are served, the others turned away. */
    private static void exhaust(RpcClient client) {
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(client.call(UserServiceMethods.FIND_USER_INFO, USER_1, PATIENT));
        }
        calls.forEach(call -> call.handle((answer, failure) -> 0).join());
        assertThat(calls).as("calls that were served").anyMatch(call -> !call.isCompletedExceptionally());
    }

    private static void limitDescriptors(ServerProcess server, int most) throws IOException, InterruptedException {
        assertThat(runs(List.of(
                        "prlimit", "--pid", Long.toString(server.processId()), "--nofile=" + most + ":" + most)))
                .isTrue();
    }

    private static long descriptorLimit() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getMaxFileDescriptorCount();
    }

    /** CPU time, in ticks, of the thread that accepts. */
    private static long acceptorTicks(ServerProcess server) throws IOException {
        try (Stream<Path> threads = Files.list(server.proc("task"))) {
            Path acceptor = threads.filter(
                            thread -> read(thread.resolve("comm")).startsWith("rpc-accept"))
                    .findFirst()
                    .orElseThrow();
            String stat = read(acceptor.resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> onASmallDisk(Path directory) throws IOException, InterruptedException {
        String mountAndRun = "mount -t tmpfs -o size=4k none \"$0\" && exec \"$@\"";
        List<String> inNamespace = new ArrayList<>(List.of("unshare", "--mount"));
        if (!runs(List.of("unshare", "--mount", "true"))) {
            inNamespace.addAll(List.of("--user", "--map-root-user"));
        }
        inNamespace.addAll(List.of("sh", "-c", mountAndRun, directory.toString()));
        return inNamespace;
    }

    private static boolean runs(List<String> command, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(arguments));
        Process process = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(PATIENT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue() == 0;
    }

    private static Optional<Path> fakeTime() throws IOException {
        try (Stream<Path> architectures = Files.list(Path.of("/usr/lib"))) {
            return architectures
                    .map(architecture -> architecture.resolve("faketime/libfaketimeMT.so.1"))
                    .filter(Files::exists)
                    .findFirst();
        }
    }
}
