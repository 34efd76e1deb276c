package dev.multipool.rpc.server.app;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.QueryItemsRequest;
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
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The server as a process that runs out of heap, threads or direct memory: it serves what it can, each call ends, and all is
 * as before when the pressure ends; or it ends at once, where it was told to. Descriptors and disk are in {@link
 * FaultyMachineIT}.
 */
@EnabledOnOs(OS.LINUX)
class ExhaustionIT {
    private static final Duration PATIENT = Duration.ofSeconds(30);
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    /** Of calls that are tried again and again. */
    private static final Duration HASTY = Duration.ofMillis(500);
    /** Beyond its timeout, on a machine that may stand still. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    private static final int IN_A_ROW = 5;
    private static final int HURRIED = 20;
    private static final int AT_ONCE = 30;
    private static final int HOGS = 12;
    private static final int HOG_BYTES = 3 << 19;
    private static final int LARGEST_BODY = 4 << 20;
    private static final int SENDERS = 4;
    private static final String SECRET = "secret";

    private static RunningRedis redis;

    @TempDir
    private Path directory;

    @BeforeAll
    static void openRedis() {
        redis = RedisSource.open(
                RedisSourceSettings.builder().request(RedisRequest.EMBEDDED).build());
    }

    @AfterAll
    static void closeRedis() {
        redis.close();
    }

    @Test
    void fullHeap_costsNoWorkerAndNoCall_whenItEnds() throws Exception {
        try (ServerProcess server = ServerProcess.startOf(
                        ExhaustibleServer.class, errors(), List.of("-Xmx40m", "-XX:+UseSerialGC"));
                RpcClient client = client(server)) {
            callInARow(client);
            assertEventuallyWhole(client, server);
            List<CompletableFuture<?>> calls = new ArrayList<>();
            for (long hog : new long[] {ExhaustibleServer.HOG, ExhaustibleServer.HOG_AND_FAIL}) {
                CompletableFuture<?> full = find(client, hog, PATIENT);
                calls.add(full);
                while (!full.isDone()) {
                    calls.add(find(client, 1, TIMEOUT));
                    TimeUnit.MILLISECONDS.sleep(5);
                }
            }

            assertEachEnds(calls);
            eventuallyServesAsBefore(client);
            assertEventuallyWhole(client, server);
        }
    }

    @Test
    void fullHeap_endsTheProcess_thatWasStartedAsTheImageDoes() throws Exception {
        try (ServerProcess server = ServerProcess.startOf(
                        ExhaustibleServer.class, errors(), List.of("-Xmx40m", "-XX:+ExitOnOutOfMemoryError"));
                RpcClient client = client(server)) {
            CompletableFuture<?> last = find(client, ExhaustibleServer.HOG, PATIENT);

            assertThat(server.exitCode()).isEqualTo(3);
            assertEachEnds(List.of(last));
        }
    }

    @Test
    void noThreadLeft_costsNoAcceptedCall_andThereAreMoreWhenThereMayBe() throws Exception {
        assertThreadsMayBeMissing("fixed:threads=60,queue=100");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cached:core=1,max=60", "eager:core=1,max=60,queue=100"})
    @Tag("full")
    void noThreadLeft_inPoolsOfOtherKinds_costsNoAcceptedCallEither(String pool) throws Exception {
        assertThreadsMayBeMissing(pool);
    }

    private void assertThreadsMayBeMissing(String pool) throws Exception {
        Optional<ThreadLimit> made = Optional.empty();
        try (ServerProcess server = start("--set", "pools.business=" + pool);
                RpcClient client = client(server)) {
            callInARow(client);
            made = ThreadLimit.of(server.processId());
            assumeTrue(made.isPresent(), "no control group of the pids controller can be made here (expected: root)");
            ThreadLimit limit = made.orElseThrow();
            limit.allowMore(3);

            for (int i = 0; i < 3; i++) {
                List<CompletableFuture<?>> calls = callAtOnce(client, TIMEOUT);
                assertEachEnds(calls);
                assertThat(calls).as("calls that were served").anyMatch(call -> !call.isCompletedExceptionally());
            }
            limit.lift();

            eventually(
                    "all are served", () -> callAtOnce(client, PATIENT).stream().allMatch(ExhaustionIT::isServed));
            callInARow(client);
        } finally {
            if (made.isPresent()) {
                made.get().close();
            }
        }
    }

    /** A pool that never had a thread: nobody is there to take its calls, so they are told by a timer, or at once. */
    @Test
    void noThreadForAnEmptyPool_isToldEachCallInTime_andTheNextAreServed() throws Exception {
        Optional<ThreadLimit> made = Optional.empty();
        try (ServerProcess server = ServerProcess.startOf(ExhaustibleServer.class, errors(), List.of());
                RawConnection caller = new RawConnection(server.port());
                RpcClient client = client(server)) {
            assertThat(state(client)).isEqualTo(List.of(0L, 0L, 0L, 0L, 0L));
            made = ThreadLimit.of(server.processId());
            assumeTrue(made.isPresent(), "no control group of the pids controller can be made here (expected: root)");
            ThreadLimit limit = made.orElseThrow();
            limit.allowMore(0);

            for (int id = 1; id <= HURRIED; id++) {
                caller.send(hurriedCall(id), new byte[0]);
            }
            for (int i = 0; i < HURRIED; i++) {
                assertThat(caller.receive().getResponse().getErrorCode())
                        .isIn(RpcErrorCode.ERPCTIMEDOUT.number(), RpcErrorCode.ELIMIT.number());
            }
            assertThat(state(client)).isEqualTo(List.of(0L, 0L, 0L, 0L, 0L));
            limit.lift();

            eventuallyServesAsBefore(client);
        } finally {
            if (made.isPresent()) {
                made.get().close();
            }
        }
    }

    private static RpcMeta hurriedCall(int id) {
        RpcMeta.Builder meta = RawConnection.request("multipool.user.v1.UserService", "findUserInfo", id);
        meta.getRequestBuilder().setTimeoutMs(500);
        return meta.build();
    }

    /** Frames that never come whole, of more bytes together than there may be. */
    @Test
    void noDirectMemoryLeft_isServedAgain_whenItIsFree() throws Exception {
        List<RawConnection> hogs = new ArrayList<>();
        try (ServerProcess server = ServerProcess.startOf(
                        Main.class, errors(), List.of("-Xmx64m", "-XX:MaxDirectMemorySize=16m"), arguments());
                RpcClient client = client(server)) {
            callInARow(client);
            List<CompletableFuture<?>> calls = new ArrayList<>();
            for (int i = 0; i < HOGS; i++) {
                RawConnection hog = new RawConnection(server.port());
                hogs.add(hog);
                try {
                    hog.send(Arrays.copyOf(unfinishedFrame(2 * HOG_BYTES), HOG_BYTES));
                } catch (IOException e) {
                    // there was no room for it, so it was closed
                    continue;
                }
                calls.add(find(client, 1, TIMEOUT));
            }
            assertEachEnds(calls);

            for (RawConnection hog : hogs) {
                hog.close();
            }

            eventuallyServesAsBefore(client);
            assertThat(server.terminate()).isZero();
        } finally {
            for (RawConnection hog : hogs) {
                hog.close();
            }
        }
    }

    /** Of a caller that gets along nothing is lost while peers hold almost whole frames, far more than there is memory. */
    @Test
    void unfinishedFrames_ofMoreThanThereIs_costACallerNothing() throws Exception {
        assertCallerIsServedDespiteUnfinishedFrames("-Xmx256m", 90, false);
    }

    @Test
    @Tag("full")
    void unfinishedFrames_ofAGigabyte_costACallerWithACredentialNothing() throws Exception {
        assertCallerIsServedDespiteUnfinishedFrames("-Xmx1g", 300, true);
    }

    private void assertCallerIsServedDespiteUnfinishedFrames(String heap, int peers, boolean credentials)
            throws Exception {
        Path secrets = Files.writeString(directory.resolve("secrets"), SECRET + "\n");
        String[] more = credentials ? new String[] {"--set", "server.credentials-file=" + secrets} : new String[0];
        List<RawConnection> hogs = Collections.synchronizedList(new ArrayList<>());
        try (ServerProcess server = ServerProcess.startOf(Main.class, errors(), List.of(heap), arguments(more));
                GoodClient good = new GoodClient(
                        RpcClient.builder()
                                .target("127.0.0.1", server.port())
                                .credential(credentials ? ByteString.copyFromUtf8(SECRET) : ByteString.EMPTY)
                                .build(),
                        (client, timeout) -> find(client, timeout).getFound())) {
            good.assertServedThroughout();

            byte[] part = Arrays.copyOf(unfinishedFrame(LARGEST_BODY), LARGEST_BODY - 100);
            CompletableFuture.allOf(Stream.generate(() -> CompletableFuture.runAsync(() -> {
                                while (hogs.size() < peers) {
                                    hold(server.port(), part, hogs);
                                }
                            }))
                            .limit(SENDERS)
                            .toArray(CompletableFuture<?>[]::new))
                    .get(PATIENT.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);

            good.assertServedThroughout();
            assertThat(server.errorLines("OutOfMemory")).isEmpty();
        } finally {
            for (RawConnection hog : hogs) {
                hog.close();
            }
        }
    }

    private static void hold(int port, byte[] part, List<RawConnection> hogs) {
        try {
            RawConnection hog = new RawConnection(port);
            hogs.add(hog);
            hog.send(part);
        } catch (IOException e) {
            // it had to make room, or had no credential
            return;
        }
    }

    private ServerProcess start(String... more) throws IOException {
        return ServerProcess.startOf(Main.class, errors(), List.of("-Xmx256m"), arguments(more));
    }

    private static String[] arguments(String... more) {
        return Stream.concat(
                        Stream.of(
                                "--host", "127.0.0.1",
                                "--port", "0",
                                "--redis", redis.uri().toString(),
                                "--seed-users", "10",
                                "--set", "redis.command-timeout=20s",
                                "--set", "server.warm-up=0ms",
                                "--set", "methods.find-user-info.wait=constant:50ms"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private Path errors() {
        return directory.resolve("errors");
    }

    private static RpcClient client(ServerProcess server) {
        return RpcClient.builder()
                .target("127.0.0.1", server.port())
                .reconnectBackoff(Duration.ofMillis(10), Duration.ofMillis(200))
                .build();
    }

    private static FindUserInfoResponse find(RpcClient client, Duration timeout) throws InterruptedException {
        return client.callBlocking(
                UserServiceMethods.FIND_USER_INFO,
                FindUserInfoRequest.newBuilder().setUserId(1).build(),
                timeout);
    }

    private static CompletableFuture<FindUserInfoResponse> find(RpcClient client, long userId, Duration timeout) {
        return client.call(
                UserServiceMethods.FIND_USER_INFO,
                FindUserInfoRequest.newBuilder().setUserId(userId).build(),
                timeout);
    }

    private static List<CompletableFuture<?>> callAtOnce(RpcClient client, Duration timeout) {
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            calls.add(find(client, ExhaustibleServer.SLOW, timeout));
        }
        return calls;
    }

    private static boolean isServed(CompletableFuture<?> call) {
        return call.handle((answer, failure) -> failure == null).join();
    }

    private static void assertEachEnds(List<CompletableFuture<?>> calls) throws InterruptedException {
        try {
            CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new))
                    .handle((all, failure) -> 0)
                    .get(PATIENT.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(
                    calls.stream().filter(call -> !call.isDone()).count() + " calls never ended", e);
        }
    }

    private static void callInARow(RpcClient client) throws InterruptedException {
        for (int i = 0; i < IN_A_ROW; i++) {
            assertThat(find(client, PATIENT).getFound()).isTrue();
        }
    }

    private static void eventuallyServesAsBefore(RpcClient client) throws InterruptedException {
        eventually("a call is served", () -> isServed(find(client, 1, HASTY)));
        callInARow(client);
    }

    private static void assertEventuallyWhole(RpcClient client, ServerProcess server) throws InterruptedException {
        // as many as all its threads need, which start when they are needed
        assertThat(callAtOnce(client, PATIENT))
                .as(() -> "calls at once; the server said " + server.errorLines())
                .allMatch(ExhaustionIT::isServed);
        List<Long> whole = List.of((long) ExhaustibleServer.THREADS, 0L, 0L, 0L, (long) ExhaustibleServer.THREADS);
        List<Long> last = state(client);
        for (int i = 0; i < 1000 && !last.equals(whole); i++) {
            TimeUnit.MILLISECONDS.sleep(10);
            last = state(client);
        }
        assertThat(last)
                .as("threads, tasks in service, tasks that wait, calls in flight, living threads")
                .isEqualTo(whole);
    }

    private static List<Long> state(RpcClient client) {
        try {
            return client
                    .callBlocking(ItemServiceMethods.QUERY_ITEMS, QueryItemsRequest.getDefaultInstance(), PATIENT)
                    .getItemsList()
                    .stream()
                    .map(Item::getId)
                    .toList();
        } catch (RpcException e) {
            return List.of();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A frame without its last 12 bytes, all zeros, whose header says that 20 of them are meta. */
    private static byte[] unfinishedFrame(int bodyBytes) {
        return ByteBuffer.allocate(bodyBytes)
                .put("PRPC".getBytes(StandardCharsets.US_ASCII))
                .putInt(bodyBytes)
                .putInt(20)
                .array();
    }
}
