package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.item.v1.ItemPart;
import dev.multipool.pools.NanoClock;
import dev.multipool.redis.ItemRepository;
import dev.multipool.redis.StoredUser;
import dev.multipool.redis.UserInfoRepository;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.server.LogWatch;
import dev.multipool.rpc.server.RawConnection;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import dev.multipool.rpc.server.journal.MethodCalls;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Ready means ready: the first calls after {@code listening} are answered as any other, and the start says so in time. */
@Timeout(120)
class WarmUpIT {
    private static final int BURST = 1_000;
    private static final int BUSY_THREADS = 4;
    private static final int ATTEMPTS = 3;

    @RegisterExtension
    static final ServiceOnRedis SERVICES = new ServiceOnRedis();

    @TempDir
    private Path directory;

    @Test
    void burstRightAfterListening_isAnsweredWhole() throws Exception {
        try (ServerProcess server = start(List.of(), "--set", "redis.command-timeout=20s")) {
            assertThat(answersOf(BURST, server.port())).containsExactly(Map.entry("OK", BURST));
        }
    }

    /** In the time for Redis that a service has by default; a machine that stands still makes some late, but not again and again. */
    @Test
    @Tag("full")
    void burstRightAfterListening_onAMachineThatHasOtherWork_isAnsweredWholeInTheUsualTime() throws Exception {
        List<Thread> busy = new ArrayList<>();
        try {
            for (int i = 0; i < BUSY_THREADS; i++) {
                busy.add(new Thread(WarmUpIT::beBusy, "busy-" + i));
            }
            List<Map<String, Integer>> answers = new ArrayList<>();
            for (int i = 0; i < ATTEMPTS; i++) {
                try (ServerProcess server = start(List.of(ServerProcess.BOTH_COMPILERS))) {
                    if (i == 0) {
                        busy.forEach(Thread::start);
                    }
                    answers.add(answersOf(BURST, server.port()));
                }
            }

            assertThat(answers).contains(Map.of("OK", BURST));
        } finally {
            busy.forEach(Thread::interrupt);
            for (Thread thread : busy) {
                thread.join();
            }
        }
    }

    private ServerProcess start(List<String> jvmOptions, String... more) throws IOException {
        return ServerProcess.startOf(
                Main.class,
                directory.resolve("errors"),
                jvmOptions,
                Stream.concat(
                                Stream.of(
                                        "--host",
                                        "127.0.0.1",
                                        "--port",
                                        "0",
                                        "--redis",
                                        SERVICES.redis().toString(),
                                        "--set",
                                        "pools.business=fixed:threads=16,queue=" + BURST),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    @Test
    void warmUp_showsInNoCountOfTheService() throws Exception {
        try (UserService service = SERVICES.start(Map.of("server.warm-up", "20s"))) {
            RpcServer server = service.server();

            assertThat(server.views().methodCalls())
                    .allSatisfy(calls -> assertThat(calls.answers()).isZero());
            assertThat(server.pools())
                    .allSatisfy(pool ->
                            assertThat(pool.snapshot().counts().arrivals()).isZero());
            assertThat(server.rejections().values()).containsOnly(0L);
            assertThat(server.connections()).isZero();
            assertThat(server.views().slowCallCount()).isZero();
        }
    }

    @Test
    void warmUp_callsEachMethodOfTheCopySomeHundredTimes() {
        AtomicInteger reads = new AtomicInteger();
        RpcServer copy = copyOver(id -> {
            assertThat(id).as("an id that nobody has").isNegative();
            reads.incrementAndGet();
        });

        WarmUp.run(copy, 2, Duration.ofSeconds(30), NanoClock.system());

        assertThat(copy.state()).isEqualTo(RpcServer.State.TERMINATED);
        assertThat(reads).hasValueGreaterThan(300);
        assertThat(copy.views().methodCalls())
                .filteredOn(calls -> calls.answers() > 0)
                .hasSize(2);
        assertThat(copy.views().methodCalls())
                .allSatisfy(calls -> assertThat(calls.answersByCode().get(MethodCalls.SUCCESS))
                        .isEqualTo(calls.answers()));
    }

    @Test
    void warmUp_overAStoreThatDoesNotAnswer_endsInItsTime_andSaysSo() {
        CountDownLatch never = new CountDownLatch(1);
        RpcServer copy = copyOver(id -> {
            try {
                assertThat(never.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        try (LogWatch log = new LogWatch()) {
            long begun = System.nanoTime();
            WarmUp.run(copy, 1, Duration.ofMillis(300), NanoClock.system());

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
            assertThat(log.lines()).anyMatch(line -> line.contains("the warm-up ended early"));
        }
        assertThat(copy.state()).isEqualTo(RpcServer.State.TERMINATED);
    }

    /** Over a store that has nothing, and tells of each read of a user before it says so. */
    private static RpcServer copyOver(LongConsumer read) {
        UserInfoRepository users = new UserInfoRepository() {
            @Override
            public Optional<StoredUser> find(long id, Duration atMost) {
                read.accept(id);
                return Optional.empty();
            }

            @Override
            public CompletionStage<Optional<StoredUser>> findAsync(long id, Duration atMost) {
                throw new IllegalStateException("not by default");
            }
        };
        ItemRepository items = new ItemRepository() {
            @Override
            public Optional<ItemPart> find(long itemId, int part, Duration atMost) {
                return Optional.empty();
            }

            @Override
            public CompletionStage<Optional<ItemPart>> findAsync(long itemId, int part, Duration atMost) {
                throw new IllegalStateException("not by default");
            }
        };
        return Wiring.newServer(SettingsLoader.load(null, Map.of(), Map.of()).forWarmUp(), users, items)
                .drainTimeout(Duration.ZERO)
                .build();
    }

    /** All sent before any answer is read; the answers by their text. */
    private static Map<String, Integer> answersOf(int calls, int port) throws Exception {
        Map<String, Integer> answers = new TreeMap<>();
        try (RawConnection connection = new RawConnection(port)) {
            Thread sender = new Thread(() -> send(connection, calls), "sender");
            sender.start();
            for (int i = 0; i < calls; i++) {
                RpcMeta answer = connection.receive();
                int code = answer.getResponse().getErrorCode();
                answers.merge(code == 0 ? "OK" : answer.getResponse().getErrorText(), 1, Integer::sum);
            }
            sender.join();
        }
        return answers;
    }

    private static void send(RawConnection connection, int calls) {
        try {
            for (int i = 0; i < calls; i++) {
                RpcMeta.Builder request = RawConnection.request("multipool.user.v1.UserService", "findUserInfo", i);
                request.getRequestBuilder().setTimeoutMs(20_000);
                connection.send(
                        request.build(),
                        FindUserInfoRequest.newBuilder().setUserId(i).build().toByteArray());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final AtomicLong BURNED = new AtomicLong();

    private static void beBusy() {
        long sum = 0;
        while (!Thread.currentThread().isInterrupted()) {
            sum += System.nanoTime();
        }
        BURNED.addAndGet(sum);
    }
}
