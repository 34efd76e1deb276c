package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.protocol.Corpus;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.FuzzRun;
import dev.multipool.rpc.protocol.StreamFuzzer;
import dev.multipool.rpc.protocol.StreamOutline;
import dev.multipool.rpc.server.connection.ConnectionEnd;
import dev.multipool.rpc.server.connection.ConnectionTimeouts;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fuzzed streams over sockets, in pieces and drop by drop: every frame that the decoder finds in a stream is answered once,
 * a broken stream's connection is closed, nothing but the documented lines is logged, memory stays bounded, and who does
 * nothing wrong is served throughout. How much and from which seed: {@link FuzzRun}.
 */
@ExtendWith(LeakCheck.class)
class ServerFuzzIT {
    private static final int INPUTS = 2000;
    private static final int PEERS = 8;
    private static final int MOST_DRIBBLED = 200;
    private static final long MOST_MEMORY_BYTES = 64 << 20;
    private static final FrameLimits LIMITS = new FrameLimits(1 << 20, 64 << 10);
    private static final String CONNECTION_LINE =
            "dev\\.multipool\\.rpc\\.server\\.connection\\.Connection\\w+ /127\\.0\\.0\\.1:\\d+: ";
    private static final String LIKE_IT = "( \\(\\d+ like it since the last such line\\))?";

    private final StreamFuzzer fuzzer = new StreamFuzzer(Corpus.load(), 70 << 10);
    private final LogWatch log = new LogWatch();
    private final AtomicLong mostMemory = new AtomicLong();
    private long memoryBefore;
    private RpcServer server;
    private GoodClient good;

    /** What became of the inputs. */
    private record Outcome(int frames, boolean broken, boolean unfinished) {}

    @BeforeEach
    void start() throws IOException {
        server = server(Duration.ofSeconds(30));
        memoryBefore = memory();
        good = goodClient(server);
    }

    @AfterEach
    void stop() {
        good.close();
        server.close();
        log.close();
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void anyStream_isAnsweredFrameByFrameOrItsConnectionIsClosed() throws Exception {
        FuzzRun run = FuzzRun.of(INPUTS);

        List<Outcome> outcomes = sendAll(run);

        good.assertServedThroughout();
        eventually("connections are gone but the good one", () -> server.connections() == 1);
        eventually("the pool is empty", () -> server.pool("business").snapshot().inFlight() == 0);
        log.assertOnly(CONNECTION_LINE + "not baidu_std, connection closed: (?s:.*)" + LIKE_IT);
        assertThat(mostMemory.get() - memoryBefore)
                .as("grown beyond what tests before left in the process's one allocator")
                .isLessThan(MOST_MEMORY_BYTES);
        assertThat(server.unsentBytes()).isLessThan(1 << 10);
        assertThat(server.connectionEnds().values()).containsOnly(0L);
        // fuzzing says little when its inputs are all of one kind
        if (run.inputs() >= INPUTS) {
            assertThat(outcomes).filteredOn(outcome -> outcome.frames() > 0).hasSizeGreaterThan(INPUTS / 4);
            assertThat(outcomes).filteredOn(Outcome::broken).hasSizeGreaterThan(INPUTS / 4);
            assertThat(outcomes).filteredOn(Outcome::unfinished).hasSizeGreaterThan(INPUTS / 100);
        }
    }

    /** Those that stop within a frame and then keep silent, all at once: none of them hangs. */
    @Test
    void streamsThatStopWithinAFrame_areClosedInTime() throws Exception {
        FuzzRun run = FuzzRun.of(INPUTS);
        RpcServer hasty = server(Duration.ofMillis(500));
        List<RawConnection> silent = new ArrayList<>();
        try (hasty) {
            for (int i = 0; i < run.inputs() && silent.size() < 100; i++) {
                byte[] stream = fuzzer.input(run.seed() + i);
                StreamOutline outline = StreamOutline.of(stream, LIMITS);
                if (outline.unfinished() && outline.broken() == null) {
                    RawConnection connection = new RawConnection(hasty);
                    silent.add(connection);
                    connection.send(stream);
                }
            }
            eventually(
                    "they are closed",
                    () -> hasty.connectionEnds().getOrDefault(ConnectionEnd.UNFINISHED_FRAME, 0L) == silent.size());
            eventually("their connections are gone", () -> hasty.connections() == 0);
        } finally {
            for (RawConnection connection : silent) {
                connection.close();
            }
        }
        log.assertOnly(CONNECTION_LINE + "connection closed: a frame was not complete within PT0\\.5S" + LIKE_IT);
    }

    private List<Outcome> sendAll(FuzzRun run) throws Exception {
        AtomicInteger next = new AtomicInteger();
        ExecutorService peers = Executors.newFixedThreadPool(PEERS);
        try {
            List<Future<List<Outcome>>> sent = new ArrayList<>();
            for (int peer = 0; peer < PEERS; peer++) {
                sent.add(peers.submit(() -> {
                    List<Outcome> outcomes = new ArrayList<>();
                    for (int i = next.getAndIncrement(); i < run.inputs(); i = next.getAndIncrement()) {
                        outcomes.add(sendOne(run, i));
                    }
                    return outcomes;
                }));
            }
            List<Outcome> all = new ArrayList<>();
            for (Future<List<Outcome>> outcomes : sent) {
                all.addAll(outcomes.get());
            }
            return all;
        } finally {
            peers.shutdownNow();
        }
    }

    private Outcome sendOne(FuzzRun run, int input) {
        byte[] stream = fuzzer.input(run.seed() + input);
        try {
            StreamOutline outline = StreamOutline.of(stream, LIMITS);
            exchange(stream, outline, new SplittableRandom(run.seed() + input));
            mostMemory.accumulateAndGet(memory(), Math::max);
            return new Outcome(outline.frames(), outline.broken() != null, outline.unfinished());
        } catch (Exception | AssertionError e) {
            throw new AssertionError(run.replay(input) + ": " + HexFormat.of().formatHex(stream), e);
        }
    }

    private void exchange(byte[] stream, StreamOutline outline, SplittableRandom random) throws IOException {
        try (RawConnection connection = new RawConnection(server)) {
            if (outline.broken() != null) {
                sendToOneWhoMayLeave(connection, stream, random);
                assertThat(connection.isClosedByServer(LIMITS.maxBodyBytes())).isTrue();
                return;
            }
            send(connection, stream, random);
            if (random.nextInt(4) == 0) {
                // nobody waits for the answers: they are the server's to throw away
                connection.reset();
                return;
            }
            for (int answer = 0; answer < outline.frames(); answer++) {
                assertThat(connection.receive().hasResponse()).isTrue();
            }
        }
    }

    private static void sendToOneWhoMayLeave(RawConnection connection, byte[] stream, SplittableRandom random) {
        try {
            send(connection, stream, random);
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("Broken pipe|Connection reset.*");
        }
    }

    private static void send(RawConnection connection, byte[] stream, SplittableRandom random) throws IOException {
        int pieces = random.nextInt(4);
        if (pieces == 0 && stream.length <= MOST_DRIBBLED) {
            for (byte one : stream) {
                connection.send(new byte[] {one});
            }
            return;
        }
        int from = 0;
        for (int cut : random.ints(pieces, 0, stream.length + 1).sorted().toArray()) {
            connection.send(Arrays.copyOfRange(stream, from, cut));
            from = cut;
        }
        connection.send(Arrays.copyOfRange(stream, from, stream.length));
    }

    /** What the server's buffers hold, used or kept for use. */
    private long memory() {
        var metric = ((ByteBufAllocatorMetricProvider) server.views().allocator()).metric();
        return metric.usedDirectMemory() + metric.usedHeapMemory();
    }

    private static GoodClient goodClient(RpcServer server) {
        return new GoodClient(server.address().getPort(), (client, timeout) -> client.callBlocking(
                        UserServiceMethods.FIND_USER_INFO,
                        FindUserInfoRequest.newBuilder().setUserId(1).build(),
                        timeout)
                .getFound());
    }

    private static RpcServer server(Duration frame) throws IOException {
        RpcServer server = RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(2)
                .frameLimits(LIMITS)
                .connectionTimeouts(new ConnectionTimeouts(frame, Duration.ofSeconds(30), Duration.ofMinutes(5)))
                .pool(PoolConfig.parse("business", "fixed:threads=4,queue=10000"))
                .blocking(
                        UserServiceMethods.FIND_USER_INFO,
                        "business",
                        (request, call) -> FindUserInfoResponse.newBuilder()
                                .setFound(request.getUserId() != 0)
                                .build())
                .build();
        server.start();
        return server;
    }
}
