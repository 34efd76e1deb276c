package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.server.connection.ConnectionEnd;
import dev.multipool.rpc.server.connection.ConnectionTimeouts;
import dev.multipool.user.v1.UserInfo;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many bad peers at once, and a good client beside them that is served throughout. */
@ExtendWith(LeakCheck.class)
class HostileConnectionsIT {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int LORISES = 200;
    private static final int SILENT = 10;
    private static final int RESETS = 500;
    private static final int RESETTERS = 4;
    private static final int HOGS = 60;
    private static final RpcMethod<UserInfo, UserInfo> LARGE = Echo.method("test.v1.Echo", "Echo", "large");
    /** A header that promises a body of 64 KiB with a meta of 256 bytes. */
    private static final byte[] HEADER = {'P', 'R', 'P', 'C', 0, 1, 0, 0, 0, 0, 1, 0};

    private static final String CLOSED =
            "dev\\.multipool\\.rpc\\.server\\.connection\\.ConnectionEnds /127\\.0\\.0\\.1:\\d+: connection closed: ";

    private final LogWatch log = new LogWatch();
    private final List<AutoCloseable> closed = new CopyOnWriteArrayList<>(List.of(log));
    private final List<RawConnection> hogs = new CopyOnWriteArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = closed.size() - 1; i >= 0; i--) {
            closed.get(i).close();
        }
    }

    @Test
    void slowLorises_inHeadersAndInBodies_allLoseTheirConnections() throws Exception {
        RpcServer server = start(new ConnectionTimeouts(SHORT, LONG, LONG));
        GoodClient good = goodClient(server);
        List<RawConnection> lorises = new ArrayList<>();
        for (int i = 0; i < LORISES; i++) {
            RawConnection loris = open(server);
            lorises.add(loris);
            loris.send(i % 2 == 0 ? new byte[] {'P'} : HEADER);
        }

        // the next byte of each header, up to its last but one; bodies get theirs in every round
        for (int round = 0; server.connections() > 1 && round < 200; round++) {
            for (int i = 0; i < LORISES; i++) {
                if (i % 2 == 1) {
                    sendUnlessClosed(lorises.get(i), new byte[] {0});
                } else if (round % 5 == 0 && round / 5 < HEADER.length - 2) {
                    sendUnlessClosed(lorises.get(i), new byte[] {HEADER[round / 5 + 1]});
                }
            }
            Thread.sleep(20);
        }

        eventually("they are closed", () -> server.connections() == 1);
        assertThat(server.connectionEnds()).containsEntry(ConnectionEnd.UNFINISHED_FRAME, (long) LORISES);
        good.assertServedThroughout();
        log.assertOnly(CLOSED + "a frame was not complete within PT0\\.5S.*");
    }

    /**
     * Peers of whom nothing is heard any more, as when their machine lost its power: no end and no reset arrives. (Their
     * kernels still acknowledge here; the server can't see a difference until it sends.)
     */
    @Test
    void peersThatFallSilent_loseTheirConnections_eachForItsReason() throws Exception {
        RpcServer server = start(new ConnectionTimeouts(SHORT, SHORT, Duration.ofSeconds(3)));
        GoodClient good = goodClient(server);
        List<RawConnection> unread = new ArrayList<>();
        for (int i = 0; i < SILENT; i++) {
            open(server);
            open(server).send(HEADER);
            unread.add(open(server));
        }
        // one call at a time, and more than the system's buffers hold: those that come together are turned away
        for (int call = 0; call < 500 && unreadEnds(server) < SILENT; call++) {
            byte[] frame = largeCall(call);
            for (RawConnection connection : unread) {
                sendUnlessClosed(connection, frame);
            }
            Thread.sleep(10);
        }

        eventually("they are closed", () -> server.connections() == 1);
        assertThat(server.connectionEnds())
                .containsAllEntriesOf(Map.of(
                        ConnectionEnd.IDLE, (long) SILENT,
                        ConnectionEnd.UNFINISHED_FRAME, (long) SILENT,
                        ConnectionEnd.UNREAD_ANSWER, (long) SILENT));
        eventually("nothing waits to be sent", () -> server.unsentBytes() < 1 << 10);
        good.assertServedThroughout();
        log.assertOnly(
                CLOSED + "(a frame was not complete|an answer was not read) within PT0\\.5S.*",
                CLOSED + "idle for more than PT3S.*");
    }

    @Test
    void resetStorm_atEveryStageOfACall_leavesNothingBehind() throws Exception {
        RpcServer server = start(new ConnectionTimeouts(LONG, LONG, LONG));
        GoodClient good = goodClient(server);

        List<CompletableFuture<Void>> storm = new ArrayList<>();
        for (int resetter = 0; resetter < RESETTERS; resetter++) {
            int first = resetter;
            storm.add(CompletableFuture.runAsync(() -> {
                for (int i = first; i < RESETS; i += RESETTERS) {
                    resetAtStage(server, i % 5);
                }
            }));
        }
        storm.forEach(CompletableFuture::join);

        eventually("their connections are gone", () -> server.connections() == 1);
        eventually("no call is left", () -> server.pool("business").snapshot().inFlight() == 0);
        eventually("no call is in flight", () -> server.callsInFlight() == 0);
        eventually("nothing waits to be sent", () -> server.unsentBytes() == 0);
        good.assertServedThroughout();
        assertThat(server.connectionEnds().values()).containsOnly(0L);
        log.assertOnly();
    }

    /** Each almost ends a frame of the largest size; together they would hold far more than they may. */
    @Test
    void unfinishedFrames_ofMoreBytesThanMayBe_costACallerNothing() throws Exception {
        long most = 32 << 20;
        RpcServer server = start(
                builder(new ConnectionTimeouts(LONG, LONG, LONG)).eventLoops(3).maxUnfinishedBytes(most));
        GoodClient good = goodClient(server);
        byte[] part = Arrays.copyOf(unfinishedFrame(4 << 20), (4 << 20) - 100);

        List<CompletableFuture<Void>> senders = new ArrayList<>();
        for (int sender = 0; sender < RESETTERS; sender++) {
            int first = sender;
            senders.add(CompletableFuture.runAsync(() -> {
                for (int i = first; i < HOGS; i += RESETTERS) {
                    holdUnlessClosed(server, part);
                }
            }));
        }
        while (!senders.stream().allMatch(CompletableFuture::isDone)) {
            // beside those that are just being closed
            assertThat(server.unfinishedBytes()).isLessThan(2 * most);
            Thread.sleep(1);
        }
        senders.forEach(CompletableFuture::join);

        eventually(
                "those beyond the bound are closed",
                () -> server.connectionEnds().getOrDefault(ConnectionEnd.UNFINISHED_FRAMES_FULL, 0L)
                        >= HOGS - most / part.length);
        eventually("there is room", () -> server.unfinishedBytes() <= most);
        good.assertServedThroughout();
        log.assertOnly(
                CLOSED + "unfinished frames hold 33554432 bytes, as much as they may, and this one had to make room.*");
        for (AutoCloseable hog : List.copyOf(hogs)) {
            hog.close();
        }
        eventually("all is given back", () -> server.unfinishedBytes() < 1 << 20 && server.connections() == 1);
    }

    private void holdUnlessClosed(RpcServer server, byte[] part) {
        try {
            RawConnection hog = new RawConnection(server);
            hogs.add(hog);
            closed.add(hog);
            sendUnlessClosed(hog, part);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void resetAtStage(RpcServer server, int stage) {
        try {
            RawConnection connection = new RawConnection(server);
            switch (stage) {
                case 1 -> connection.send(HEADER);
                case 2 ->
                    connection.send(
                            RawConnection.request("test.v1.Echo", "blocking", 1).build(), new byte[0]);
                case 3 -> {
                    for (int call = 0; call < 3; call++) {
                        connection.send(
                                RawConnection.request("test.v1.Echo", "large", call)
                                        .build(),
                                new byte[0]);
                    }
                }
                case 4 -> {
                    connection.send(
                            RawConnection.request("test.v1.Echo", "blocking", 1).build(), new byte[0]);
                    connection.receive();
                }
                default -> {
                    // right after it was made
                }
            }
            connection.reset();
        } catch (IOException e) {
            throw new AssertionError("the server ended a connection (expected: only we do)", e);
        }
    }

    private static void sendUnlessClosed(RawConnection connection, byte[] bytes) throws IOException {
        try {
            connection.send(bytes);
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching("Broken pipe|Connection reset.*");
        }
    }

    private static long unreadEnds(RpcServer server) {
        return server.connectionEnds().getOrDefault(ConnectionEnd.UNREAD_ANSWER, 0L);
    }

    /** A header that promises a body of so many bytes with a meta of 20, and that many zeros. */
    private static byte[] unfinishedFrame(int bodyBytes) {
        return ByteBuffer.allocate(12 + bodyBytes)
                .put("PRPC".getBytes(StandardCharsets.US_ASCII))
                .putInt(bodyBytes)
                .putInt(20)
                .array();
    }

    private static byte[] largeCall(int correlationId) {
        ByteBuf frame = FrameEncoder.encode(
                UnpooledByteBufAllocator.DEFAULT,
                RawConnection.request("test.v1.Echo", "large", correlationId).build());
        try {
            return ByteBufUtil.getBytes(frame);
        } finally {
            frame.release();
        }
    }

    private RawConnection open(RpcServer server) throws IOException {
        RawConnection connection = new RawConnection(server);
        closed.add(connection);
        return connection;
    }

    private RpcServer start(ConnectionTimeouts timeouts) throws IOException {
        return start(builder(timeouts));
    }

    private static RpcServerBuilder builder(ConnectionTimeouts timeouts) {
        return RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .connectionTimeouts(timeouts)
                .pool(PoolConfig.parse("business", "fixed:threads=2,queue=10000"))
                .blocking(Echo.BLOCKING, "business", (request, call) -> request)
                .direct(Echo.ASYNC, (request, call) -> request)
                .direct(LARGE, (request, call) -> request.toBuilder()
                        .setEmail("x".repeat(1 << 20))
                        .build());
    }

    private RpcServer start(RpcServerBuilder builder) throws IOException {
        RpcServer server = builder.build();
        closed.add(server);
        server.start();
        return server;
    }

    private GoodClient goodClient(RpcServer server) {
        GoodClient good = new GoodClient(
                server.address().getPort(), (client, timeout) -> client.callBlocking(Echo.ASYNC, Echo.user(1), timeout)
                        .equals(Echo.user(1)));
        closed.add(good);
        return good;
    }
}
