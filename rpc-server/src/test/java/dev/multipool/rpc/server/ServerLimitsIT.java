package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.rpc.server.limits.ServerLimits;
import dev.multipool.rpc.server.limits.WhenFull;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each limit: what it lets through, what it answers above, that it is counted, and that room comes back. */
@ExtendWith(LeakCheck.class)
class ServerLimitsIT {
    private final Gate gate = new Gate();
    private final List<RpcServer> started = new ArrayList<>();

    @AfterEach
    void stopAll() {
        gate.open();
        started.forEach(server -> server.stop(Duration.ofSeconds(1)));
    }

    @Test
    void maxConnections_whenRefusing_closesTheNextAndCountsIt() throws Exception {
        RpcServer server = start(ServerLimits.DEFAULT.withMaxConnections(1, WhenFull.REFUSE));
        try (RawConnection first = new RawConnection(server)) {
            assertThat(answerCode(first, "free")).isZero();
            try (RawConnection second = new RawConnection(server)) {
                assertThat(second.isClosedByServer()).isTrue();
            }
            assertThat(server.refusedConnections()).isEqualTo(1);
            assertThat(server.connections()).isEqualTo(1);
        }

        eventually("the connection is gone", () -> server.connections() == 0);
        try (RawConnection third = new RawConnection(server)) {
            assertThat(answerCode(third, "free")).isZero();
        }
    }

    @Test
    void maxConnections_whenWaiting_servesTheNextWhenOneCloses() throws Exception {
        RpcServer server = start(ServerLimits.DEFAULT.withMaxConnections(1, WhenFull.WAIT));
        RawConnection first = new RawConnection(server);
        assertThat(answerCode(first, "free")).isZero();
        try (RawConnection second = new RawConnection(server)) {
            CompletableFuture<Integer> answer = CompletableFuture.supplyAsync(() -> answerCode(second, "free"));
            assertThat(server.connections()).isEqualTo(1);
            assertThat(answer).isNotDone();

            first.close();

            assertThat(answer).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(0);
            assertThat(server.refusedConnections()).isZero();
        }
    }

    @Test
    void maxCallsInFlight_answersTheNextWithElimitAndItsValue() throws Exception {
        RpcServer server = start(ServerLimits.DEFAULT.withMaxCallsInFlight(1));
        try (RawConnection connection = new RawConnection(server)) {
            send(connection, "gated", 1);
            gate.awaitEntered(1);
            send(connection, "free", 2);

            assertError(connection.receive(), 2, RpcErrorCode.ELIMIT, "server full (1 calls in flight)");
            assertThat(server.rejections()).containsEntry(CallRejection.SERVER_FULL, 1L);
            gate.open();
            assertThat(connection.receive().getCorrelationId()).isEqualTo(1);
            eventually("calls in flight end", () -> server.callsInFlight() == 0);
            assertThat(answerCode(connection, "free")).isZero();
        }
    }

    @Test
    void maxInFlight_ofAMethod_leavesOtherMethodsAlone() throws Exception {
        RpcServer server = start(builder().maxInFlight(method("gated"), 1));
        try (RawConnection connection = new RawConnection(server)) {
            send(connection, "gated", 1);
            gate.awaitEntered(1);
            send(connection, "gated", 2);
            assertError(connection.receive(), 2, RpcErrorCode.ELIMIT, "test.v1.Limited/gated full (1 calls in flight)");
            assertThat(answerCode(connection, "free")).isZero();
            assertThat(server.rejections()).containsEntry(CallRejection.METHOD_FULL, 1L);

            gate.open();
            assertThat(connection.receive().getCorrelationId()).isEqualTo(1);
            assertThat(answerCode(connection, "gated")).isZero();
        }
    }

    /**
     * A peer that sends and does not read: the server stops reading too, holds the bound and what was answered last, and
     * answers all. With the larger bound more waits than the smaller one allows, so it is the bound that bounds it.
     */
    @ParameterizedTest
    @ValueSource(ints = {64 << 10, 512 << 10})
    void maxUnsentBytes_boundsWhatWaitsForAPeerThatDoesNotRead(int bound) throws Exception {
        int calls = 800;
        int answer = 33 << 10;
        RpcServer server = start(ServerLimits.DEFAULT.withMaxUnsentBytes(bound));
        byte[] payload =
                Echo.user(1).toBuilder().setName("x".repeat(32 << 10)).build().toByteArray();
        try (RawConnection connection = new RawConnection(server)) {
            CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> {
                for (int id = 1; id <= calls; id++) {
                    send(connection, request("free", id), payload);
                }
            });
            // reading stops above the bound and goes on below half of it: a server held up for good is in between
            AtomicInteger steady = new AtomicInteger();
            eventually("the server is held up", () -> {
                long unsent = server.unsentBytes();
                assertThat(unsent).isLessThanOrEqualTo((long) bound + answer);
                return (unsent > bound / 2 ? steady.incrementAndGet() : steady.getAndSet(0)) >= 50;
            });
            assertThat(sender).isNotDone();

            int crowded = 0;
            for (int i = 0; i < calls; i++) {
                RpcMeta meta = connection.receive();
                if (meta.getResponse().getErrorCode() != 0) {
                    assertError(
                            meta,
                            meta.getCorrelationId(),
                            RpcErrorCode.EOVERCROWDED,
                            "more than " + bound + " bytes wait unsent on this connection");
                    crowded++;
                }
                assertThat(server.unsentBytes()).isLessThanOrEqualTo((long) bound + answer);
            }
            sender.join();
            assertThat(server.rejections()).containsEntry(CallRejection.CROWDED, (long) crowded);
            eventually("calls in flight end", () -> server.callsInFlight() == 0);
            eventually("nothing waits", () -> server.unsentBytes() == 0);
        }
    }

    @Test
    void deadline_ofAStageThatNeverCompletes_isAnsweredAndFreesItsPlace() throws Exception {
        RpcServer server = start(ServerLimits.DEFAULT);
        try (RawConnection connection = new RawConnection(server)) {
            RpcMeta.Builder hurried = request("never", 1).toBuilder();
            hurried.getRequestBuilder().setTimeoutMs(20);
            send(connection, hurried.build(), new byte[0]);

            assertError(connection.receive(), 1, RpcErrorCode.ERPCTIMEDOUT, "the deadline passed before");
            eventually(
                    "it is counted", () -> server.rejections().getOrDefault(CallRejection.EXPIRED_IN_SERVICE, 0L) == 1);
            eventually("calls in flight end", () -> server.callsInFlight() == 0);
        }
    }

    @Test
    void darkMode_countsWhatItWouldRejectAndServesIt() throws Exception {
        RpcServer server = start(builder()
                .limits(ServerLimits.DEFAULT.withMaxCallsInFlight(1).withDarkMode(true))
                .maxInFlight(method("free"), 1));
        try (RawConnection connection = new RawConnection(server)) {
            send(connection, "gated", 1);
            gate.awaitEntered(1);
            assertThat(answerCode(connection, "free")).isZero();
            RpcMeta.Builder hurried = request("gated", 3).toBuilder();
            hurried.getRequestBuilder().setTimeoutMs(1);
            send(connection, hurried.build(), new byte[0]);
            eventually("the second call is admitted", () -> server.callsInFlight() == 2);
            Thread.sleep(20);
            gate.open();

            assertThat(connection.receive().getResponse().getErrorCode()).isZero();
            assertThat(connection.receive().getResponse().getErrorCode()).isZero();
            Map<CallRejection, Long> rejections = server.rejections();
            assertThat(rejections).containsEntry(CallRejection.EXPIRED_IN_QUEUE, 1L);
            assertThat(rejections.get(CallRejection.SERVER_FULL)).isEqualTo(2);
        }
    }

    private static RpcMethod<UserInfo, UserInfo> method(String name) {
        return Echo.method("test.v1.Limited", "Limited", name);
    }

    private RpcServerBuilder builder() {
        return RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .pool(PoolConfig.parse("business", "fixed:threads=1,queue=10"))
                .blocking(method("gated"), "business", (request, call) -> {
                    gate.enter();
                    return request;
                })
                .async(method("free"), (request, call) -> CompletableFuture.completedFuture(request))
                .async(method("never"), (request, call) -> new CompletableFuture<>());
    }

    private RpcServer start(ServerLimits limits) throws IOException {
        return start(builder().limits(limits));
    }

    private RpcServer start(RpcServerBuilder builder) throws IOException {
        RpcServer server = builder.build();
        server.start();
        started.add(server);
        return server;
    }

    private static RpcMeta request(String method, long id) {
        return RawConnection.request("test.v1.Limited", method, id).build();
    }

    private static void send(RawConnection connection, String method, long id) {
        send(connection, request(method, id), new byte[0]);
    }

    private static void send(RawConnection connection, RpcMeta meta, byte[] payload) {
        try {
            connection.send(meta, payload);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static int answerCode(RawConnection connection, String method) {
        send(connection, method, 99);
        try {
            return connection.receive().getResponse().getErrorCode();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertError(RpcMeta meta, long correlationId, RpcErrorCode code, String text) {
        assertThat(meta.getCorrelationId()).isEqualTo(correlationId);
        assertThat(meta.getResponse().getErrorCode()).isEqualTo(code.number());
        assertThat(meta.getResponse().getErrorText()).contains(text);
    }
}
