package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.rpc.server.limits.ServerLimits;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The ways in which a call ends badly: what its caller is told, what the server counts, and that nothing of it is left.
 * Each is gone through once more often than the server has places, so one place lost each time would show.
 */
@ExtendWith(LeakCheck.class)
class RejectionPathsIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int PLACES = 3;
    private static final int MAX_BODY = 4096;
    private static final RpcMethod<UserInfo, UserInfo> HELD = method("held");
    private static final RpcMethod<UserInfo, UserInfo> TIGHT = method("tight");
    private static final RpcMethod<UserInfo, UserInfo> BROKEN = method("broken");
    private static final RpcMethod<UserInfo, UserInfo> LARGE = method("large");
    private static final RpcMethod<UserInfo, UserInfo> LATER = method("later");

    private volatile Gate gate = new Gate();
    private volatile CompletableFuture<UserInfo> later = new CompletableFuture<>();
    private final AtomicLong skippedNanos = new AtomicLong();
    private RpcServer server;
    private RpcClient client;

    @BeforeEach
    void start() throws IOException {
        server = RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .clock(() -> System.nanoTime() + skippedNanos.get())
                .frameLimits(new FrameLimits(MAX_BODY, 1024))
                .limits(ServerLimits.DEFAULT.withMaxCallsInFlight(PLACES))
                .pool(PoolConfig.parse("business", "fixed:threads=1,queue=1"))
                .pool(PoolConfig.parse("tight", "fixed:threads=1"))
                .maxInFlight(HELD, PLACES)
                .blocking(HELD, "business", (request, call) -> held(request))
                .blocking(TIGHT, "tight", (request, call) -> held(request))
                .blocking(BROKEN, "business", (request, call) -> {
                    throw new IllegalStateException("secret");
                })
                .blocking(LARGE, "business", (request, call) -> request.toBuilder()
                        .setName("x".repeat(MAX_BODY))
                        .build())
                .async(LATER, (request, call) -> later)
                .build();
        server.start();
        client = newClient();
    }

    @AfterEach
    void stop() {
        gate.open();
        client.close();
        server.stop(Duration.ofSeconds(1));
        eventually("the pools have ended", () -> server.pools().stream().allMatch(MeasuredPool::isTerminated));
    }

    @Test
    void poolFull_isToldCountedAndLeavesNothing() throws Exception {
        for (int round = 1; round <= PLACES + 1; round++) {
            gate = new Gate();
            CompletableFuture<UserInfo> running = client.call(TIGHT, Echo.user(1), TIMEOUT);
            gate.awaitEntered(1);

            assertFails(
                    client.call(TIGHT, Echo.user(2), TIMEOUT),
                    RpcErrorCode.ELIMIT,
                    "pool tight: pool full (1 of 1 threads busy, no queue)");

            assertCounted(CallRejection.POOL_FULL, round);
            gate.open();
            assertThat(running.get()).isEqualTo(Echo.user(1));
            assertNothingLeft();
        }
    }

    @Test
    void queueFull_isToldCountedAndLeavesNothing() throws Exception {
        for (int round = 1; round <= PLACES + 1; round++) {
            gate = new Gate();
            CompletableFuture<UserInfo> running = client.call(HELD, Echo.user(1), TIMEOUT);
            gate.awaitEntered(1);
            CompletableFuture<UserInfo> queued = client.call(HELD, Echo.user(2), TIMEOUT);

            assertFails(
                    client.call(HELD, Echo.user(3), TIMEOUT),
                    RpcErrorCode.ELIMIT,
                    "pool business: queue full (1 of 1 threads busy, 1 of 1 queued)");

            assertCounted(CallRejection.QUEUE_FULL, round);
            gate.open();
            assertThat(running.get()).isEqualTo(Echo.user(1));
            assertThat(queued.get()).isEqualTo(Echo.user(2));
            assertNothingLeft();
        }
    }

    @Test
    void expiryInTheQueue_isToldCountedAndLeavesNothing() throws Exception {
        try (RawConnection caller = new RawConnection(server)) {
            for (int round = 1; round <= PLACES + 1; round++) {
                gate = new Gate();
                CompletableFuture<UserInfo> running = client.call(HELD, Echo.user(1), TIMEOUT);
                gate.awaitEntered(1);
                var hurried = RawConnection.request("test.v1.Paths", "held", round);
                hurried.getRequestBuilder().setTimeoutMs(1);
                caller.send(hurried.build(), Echo.user(2).toByteArray());
                eventually("the second call is admitted", () -> server.callsInFlight() == 2);
                Thread.sleep(10);
                gate.open();

                var answer = caller.receive();
                assertThat(answer.getCorrelationId()).isEqualTo(round);
                assertThat(answer.getResponse().getErrorCode()).isEqualTo(RpcErrorCode.ERPCTIMEDOUT.number());
                assertThat(answer.getResponse().getErrorText())
                        .isEqualTo("the deadline passed in the queue of pool business");
                assertCounted(CallRejection.EXPIRED_IN_QUEUE, round);
                assertThat(running.get()).isEqualTo(Echo.user(1));
                assertNothingLeft();
            }
        }
    }

    @Test
    void failuresThatAreNoRejection_countNoneAndLeaveNothing() throws Exception {
        for (int round = 1; round <= PLACES + 1; round++) {
            assertFails(
                    client.call(BROKEN, Echo.user(1), TIMEOUT),
                    RpcErrorCode.EINTERNAL,
                    "test.v1.Paths/broken: handler failed (IllegalStateException)");
            assertThatExceptionOfType(RpcException.class)
                    .isThrownBy(() -> client.callBlocking(LARGE, Echo.user(1), TIMEOUT))
                    .satisfies(e -> assertThat(e.text())
                            .matches("the response has 4\\d{3} bytes \\(expected: at most 4096\\)"));
            assertFails(
                    client.call(Echo.method("test.v1.Path", "Path", "held"), Echo.user(1), TIMEOUT),
                    RpcErrorCode.ENOSERVICE,
                    "no service \"test.v1.Path\" (expected: one of [Paths, test.v1.Paths])");
            assertThatExceptionOfType(RpcException.class)
                    .isThrownBy(() -> client.callBlocking(method("holt"), Echo.user(1), TIMEOUT))
                    .satisfies(e -> assertThat(e.is(RpcErrorCode.ENOMETHOD)).isTrue());
            assertNothingLeft();
        }
        assertThat(server.rejections().values()).containsOnly(0L);
        assertThat(server.pool("business").snapshot().failures()).isEqualTo(PLACES + 1);
    }

    @Test
    void frameBeyondTheLimit_closesItsConnectionOnlyAndIsCounted() throws Exception {
        for (int round = 1; round <= PLACES + 1; round++) {
            try (RawConnection broken = new RawConnection(server)) {
                byte[] header = ByteBuffer.allocate(12)
                        .put(new byte[] {'P', 'R', 'P', 'C'})
                        .putInt(MAX_BODY + 1)
                        .putInt(0)
                        .array();
                broken.send(header);

                assertThat(broken.isClosedByServer()).isTrue();
            }
            assertThat(server.brokenStreams()).isEqualTo(round);
        }
        eventually("their connections are gone", () -> server.connections() == 1);
        assertNothingLeft();
    }

    /** One call runs, one is queued, one waits for its stage, and their peer goes. */
    @Test
    void peerThatGoesWhileItsCallsAreUnderWay_leavesNothing() throws Exception {
        for (int round = 1; round <= PLACES + 1; round++) {
            gate = new Gate();
            later = new CompletableFuture<>();
            RawConnection peer = new RawConnection(server);
            peer.send(
                    RawConnection.request("test.v1.Paths", "held", 1).build(),
                    Echo.user(1).toByteArray());
            gate.awaitEntered(1);
            peer.send(
                    RawConnection.request("test.v1.Paths", "held", 2).build(),
                    Echo.user(2).toByteArray());
            peer.send(
                    RawConnection.request("test.v1.Paths", "later", 3).build(),
                    Echo.user(3).toByteArray());
            eventually("all three are in flight", () -> server.callsInFlight() == 3);

            peer.close();
            eventually("the connection is gone", () -> server.connections() == 1);
            later.complete(Echo.user(3));
            gate.open();

            assertNothingLeft();
        }
        assertThat(server.rejections().values()).containsOnly(0L);
    }

    /** The first call is interrupted, the second never ran, the third finds the door closed. */
    @Test
    void stop_answersElogoffToWhatDidNotRun_andEinternalToWhatWasInterrupted() throws Exception {
        CompletableFuture<UserInfo> running = client.call(HELD, Echo.user(1), TIMEOUT);
        gate.awaitEntered(1);
        CompletableFuture<UserInfo> queued = client.call(HELD, Echo.user(2), TIMEOUT);
        eventually("the second call is admitted", () -> server.callsInFlight() == 2);

        CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> server.stop(TIMEOUT));
        eventually("the server stops", () -> server.state() == RpcServer.State.STOPPING);
        long refused = 0;
        while (!running.isDone() && refused == 0) {
            try {
                client.callBlocking(BROKEN, Echo.user(3), TIMEOUT);
            } catch (RpcException e) {
                refused += e.is(RpcErrorCode.ELOGOFF) ? 1 : 0;
            }
        }
        skippedNanos.set(TIMEOUT.toNanos());

        assertFails(running, RpcErrorCode.EINTERNAL, "the server stopped while test.v1.Paths/held ran");
        assertFails(queued, RpcErrorCode.ELOGOFF, "the server stopped before the call ran");
        assertThat(drained.get()).isFalse();
        assertThat(refused).isEqualTo(1);
        assertThat(server.rejections())
                .containsEntry(CallRejection.STOPPING, 1 + refused)
                .containsEntry(CallRejection.STOPPED_IN_SERVICE, 1L);
        assertNothingLeft();
    }

    private UserInfo held(UserInfo request) throws InterruptedException {
        gate.enter();
        return request;
    }

    private static RpcMethod<UserInfo, UserInfo> method(String name) {
        return Echo.method("test.v1.Paths", "Paths", name);
    }

    private RpcClient newClient() {
        return RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .eventLoops(1)
                .build();
    }

    private void assertCounted(CallRejection reason, long count) {
        Map<CallRejection, Long> expected = new EnumMap<>(CallRejection.class);
        for (CallRejection any : CallRejection.values()) {
            expected.put(any, any == reason ? count : 0);
        }
        assertThat(server.rejections()).isEqualTo(expected);
    }

    private void assertNothingLeft() {
        eventually("no call is in flight", () -> server.callsInFlight() == 0);
        assertThat(server.pools()).allSatisfy(pool -> {
            eventually("pool is empty", () -> pool.snapshot().inFlight() == 0);
            LedgerSnapshot ledger = pool.snapshot();
            assertThat(ledger.counts().ended()).isEqualTo(ledger.counts().arrivals());
            assertThat(ledger.state().active()).isZero();
        });
        assertThat(client.pendingCalls()).isZero();
        eventually("nothing waits unsent", () -> server.unsentBytes() == 0);
    }

    private static void assertFails(CompletableFuture<UserInfo> call, RpcErrorCode code, String text) {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(call::get)
                .havingCause()
                .isInstanceOfSatisfying(RpcException.class, e -> {
                    assertThat(e.text()).isEqualTo(text);
                    assertThat(e.is(code)).isTrue();
                });
    }
}
