package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.pools.admission.AdmissionSettings;
import dev.multipool.pools.admission.AdmissionSnapshot;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.rpc.server.limits.ServerLimits;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Adaptive admission in the server: whom it turns away, and that every call let in is told of exactly once. */
@ExtendWith(LeakCheck.class)
class AdaptiveDoorIT {
    private static final AdmissionSettings TWO_IN_FLIGHT = AdmissionSettings.builder()
            .objective(new AdmissionObjective(99, Duration.ofMillis(10)))
            .initialLimit(2)
            .maxLimit(2)
            .build();

    private final Gate gate = new Gate();
    private final List<RpcServer> started = new ArrayList<>();

    @AfterEach
    void stopAll() {
        gate.open();
        started.forEach(server -> server.stop(Duration.ofSeconds(1)));
    }

    @Test
    void aboveTheLimit_isAnsweredElimitWithLimitAndObjective_andLeftAloneWithoutPayloadParse() throws Exception {
        RpcServer server = start(builder());
        try (RawConnection connection = new RawConnection(server)) {
            send(connection, "gated", 1);
            send(connection, "gated", 2);
            gate.awaitEntered(2);
            // no UserInfo: had it been parsed, the answer would be EREQUEST
            connection.send(request("gated", 3), new byte[] {-1});

            assertError(
                    connection.receive(),
                    3,
                    RpcErrorCode.ELIMIT,
                    "adaptive limit (2 calls in flight) reached, to keep TP99 below 10.0 ms");
            assertThat(server.rejections()).containsEntry(CallRejection.ADMISSION_FULL, 1L);
            assertThat(admission(server).calls().rejected()).isEqualTo(1);
            gate.open();
            connection.receive();
            connection.receive();
            eventually("both have left", () -> admission(server).inFlight() == 0);
            assertThat(admission(server).calls().completed()).isEqualTo(2);
            assertThat(answerCode(connection, "free")).isZero();
        }
    }

    @Test
    void aMethodWithoutAdmission_passesAndIsNotCounted() throws Exception {
        RpcServer server = start(builder().withoutAdmission(method("free")));
        try (RawConnection connection = new RawConnection(server)) {
            send(connection, "gated", 1);
            send(connection, "gated", 2);
            gate.awaitEntered(2);

            assertThat(answerCode(connection, "free")).isZero();
            assertThat(admission(server).calls().admitted()).isEqualTo(2);
        }
    }

    @Test
    void aCallThatAPoolRejects_isWithdrawn_andGivesItsPlaceBack() throws Exception {
        RpcServer server = start(builder());
        try (RawConnection connection = new RawConnection(server)) {
            send(connection, "narrow", 1);
            gate.awaitEntered(1);
            for (int id = 2; id <= 5; id++) {
                send(connection, "narrow", id);
                assertError(connection.receive(), id, RpcErrorCode.ELIMIT, "pool narrow: pool full");
            }

            assertThat(admission(server).inFlight()).isEqualTo(1);
            assertThat(admission(server).calls().completed()).isZero();
            assertThat(admission(server).calls().admitted()).isEqualTo(5);
        }
    }

    @Test
    void aCallThatExpiresInTheQueue_countsWithItsQueueTime() throws Exception {
        RpcServer server = start(builder());
        try (RawConnection connection = new RawConnection(server)) {
            send(connection, "queued", 1);
            gate.awaitEntered(1);
            RpcMeta.Builder hurried = request("queued", 2).toBuilder();
            hurried.getRequestBuilder().setTimeoutMs(20);
            connection.send(hurried.build(), new byte[0]);
            eventually("it is admitted", () -> admission(server).inFlight() == 2);
            Thread.sleep(40);
            gate.open();

            connection.receive();
            assertError(connection.receive(), 2, RpcErrorCode.ERPCTIMEDOUT, "the deadline passed in the queue");
            eventually("both have left", () -> admission(server).inFlight() == 0);
            assertThat(admission(server).calls().completed()).isEqualTo(2);
            assertThat(admission(server).calls().late()).isEqualTo(2);
        }
    }

    @Test
    void anAsyncCallThatFailsOrExpires_countsOnce() throws Exception {
        RpcServer server = start(builder());
        try (RawConnection connection = new RawConnection(server)) {
            assertThat(answerCode(connection, "failing")).isEqualTo(RpcErrorCode.EINTERNAL.number());
            RpcMeta.Builder hurried = request("never", 2).toBuilder();
            hurried.getRequestBuilder().setTimeoutMs(20);
            connection.send(hurried.build(), new byte[0]);
            assertError(connection.receive(), 2, RpcErrorCode.ERPCTIMEDOUT, "the deadline passed before");

            eventually("both have left", () -> admission(server).inFlight() == 0);
            assertThat(admission(server).calls().completed()).isEqualTo(2);
        }
    }

    @Test
    void darkMode_countsWhomItWouldTurnAway_andServesThem() throws Exception {
        RpcServer server = start(builder().limits(ServerLimits.DEFAULT.withDarkMode(true)));
        try (RawConnection connection = new RawConnection(server)) {
            send(connection, "gated", 1);
            send(connection, "gated", 2);
            gate.awaitEntered(2);

            assertThat(answerCode(connection, "free")).isZero();
            assertThat(server.rejections()).containsEntry(CallRejection.ADMISSION_FULL, 1L);
            gate.open();
            connection.receive();
            connection.receive();
            eventually("both have left", () -> admission(server).inFlight() == 0);
            assertThat(admission(server).calls().completed()).isEqualTo(2);
        }
    }

    private RpcServerBuilder builder() {
        return RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .admission(TWO_IN_FLIGHT)
                .pool(PoolConfig.parse("business", "fixed:threads=4"))
                .pool(PoolConfig.parse("narrow", "fixed:threads=1"))
                .pool(PoolConfig.parse("queued", "fixed:threads=1,queue=4"))
                .blocking(method("gated"), "business", (request, call) -> pass(request))
                .blocking(method("narrow"), "narrow", (request, call) -> pass(request))
                .blocking(method("queued"), "queued", (request, call) -> pass(request))
                .async(method("free"), (request, call) -> CompletableFuture.completedFuture(request))
                .async(
                        method("failing"),
                        (request, call) -> CompletableFuture.failedFuture(new IllegalStateException("on purpose")))
                .async(method("never"), (request, call) -> new CompletableFuture<>());
    }

    private UserInfo pass(UserInfo request) throws InterruptedException {
        gate.enter();
        return request;
    }

    private RpcServer start(RpcServerBuilder builder) throws IOException {
        RpcServer server = builder.build();
        server.start();
        started.add(server);
        return server;
    }

    private static AdmissionSnapshot admission(RpcServer server) {
        return server.admission().orElseThrow();
    }

    private static RpcMethod<UserInfo, UserInfo> method(String name) {
        return Echo.method("test.v1.Door", "Door", name);
    }

    private static RpcMeta request(String method, long id) {
        return RawConnection.request("test.v1.Door", method, id).build();
    }

    private static void send(RawConnection connection, String method, long id) throws IOException {
        connection.send(request(method, id), new byte[0]);
    }

    private static int answerCode(RawConnection connection, String method) throws IOException {
        send(connection, method, 99);
        return connection.receive().getResponse().getErrorCode();
    }

    private static void assertError(RpcMeta meta, long correlationId, RpcErrorCode code, String text) {
        assertThat(meta.getCorrelationId()).isEqualTo(correlationId);
        assertThat(meta.getResponse().getErrorCode()).isEqualTo(code.number());
        assertThat(meta.getResponse().getErrorText()).contains(text);
    }
}
