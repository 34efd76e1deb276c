package dev.multipool.rpc.server.dependency;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.limits.CallRejectedException;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.user.v1.UserInfo;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Seed 004's complaint, turned around: what a bulkhead or a breaker does not let through is seen on the server. */
@ExtendWith(LeakCheck.class)
class DependencyIT {
    private static final RpcMethod<UserInfo, UserInfo> METHOD =
            new RpcMethod<>("test.v1.Caller", "Caller", "call", UserInfo.parser(), UserInfo.parser());
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Test
    void call_whenEveryThreadIsBusy_isAnsweredAtOnceAndCountedOnTheServer() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        try (Dependency dependency =
                        Dependency.builder("stock").threads(1, TIMEOUT).build();
                RpcServer server = serve(dependency, () -> slow.await());
                RpcClient client = clientOf(server)) {
            CompletableFuture<UserInfo> inside = client.call(METHOD, UserInfo.getDefaultInstance(), TIMEOUT);
            eventually(
                    "the call is inside", () -> dependency.snapshot().bulkhead().inUse() == 1);

            assertFails(client, RpcErrorCode.ELIMIT, "dependency stock: pool stock: pool full (1 of 1 threads busy");

            assertThat(server.rejections()).containsEntry(CallRejection.DEPENDENCY_FULL, 1L);
            assertThat(dependency.snapshot().bulkhead().rejected()).isEqualTo(1);
            assertThat(dependency.snapshot().circuit()).isEqualTo("CLOSED");
            dependency.resize(2);
            slow.countDown();
            assertThat(inside.get()).isEqualTo(UserInfo.getDefaultInstance());
        }
    }

    @Test
    void call_thatTakesTooLong_isEndedAnsweredAndCounted() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (Dependency dependency = Dependency.builder("stock")
                        .threads(1, Duration.ofMillis(20))
                        .build();
                RpcServer server = serve(dependency, () -> never.await());
                RpcClient client = clientOf(server)) {
            assertFails(client, RpcErrorCode.ERPCTIMEDOUT, "dependency stock: bulkhead stock: call timed out");

            assertThat(server.rejections()).containsEntry(CallRejection.DEPENDENCY_TIMED_OUT, 1L);
            eventually(
                    "its thread is free again",
                    () -> dependency.snapshot().bulkhead().inUse() == 0);
        }
    }

    @Test
    void call_toADependencyThatFailed_isNotMadeWhileTheCircuitIsOpen() throws Exception {
        CircuitBreakerConfig config = CircuitBreakerConfig.custom()
                .slidingWindow(4, 4, SlidingWindowType.COUNT_BASED)
                .build();
        try (Dependency dependency = Dependency.builder("stock")
                        .permits(10)
                        .circuitBreaker(config)
                        .build();
                RpcServer server = serve(dependency, () -> {
                    throw new IOException("down");
                });
                RpcClient client = clientOf(server)) {
            for (int i = 0; i < 4; i++) {
                assertFails(client, RpcErrorCode.EINTERNAL, "handler failed (IOException)");
            }

            assertFails(client, RpcErrorCode.ELIMIT, "dependency stock: circuit OPEN");

            assertThat(server.rejections()).containsEntry(CallRejection.DEPENDENCY_OPEN, 1L);
            assertThat(dependency.snapshot().circuit()).isEqualTo("OPEN");
            assertThat(dependency.snapshot().notPermitted()).isEqualTo(1);
            assertThat(dependency.snapshot().bulkhead().admitted()).isEqualTo(4);
        }
    }

    @Test
    void call_rejectedByTheBulkhead_doesNotOpenTheCircuit() throws Exception {
        CircuitBreakerConfig config = CircuitBreakerConfig.custom()
                .slidingWindow(2, 2, SlidingWindowType.COUNT_BASED)
                .build();
        Dependency dependency =
                Dependency.builder("stock").permits(1).circuitBreaker(config).build();

        dependency.call(() -> {
            for (int i = 0; i < 10; i++) {
                assertThatExceptionOfType(CallRejectedException.class)
                        .isThrownBy(() -> dependency.call(() -> 1))
                        .satisfies(e -> assertThat(e.reason()).isEqualTo(CallRejection.DEPENDENCY_FULL));
            }
            return 0;
        });

        assertThat(dependency.snapshot().circuit()).isEqualTo("CLOSED");
        assertThat(dependency.call(() -> 1)).isEqualTo(1);
    }

    @Test
    void build_withoutIsolation_saysWhatIsMissing() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> Dependency.builder("stock").build())
                .withMessage("dependency stock: no isolation (expected: threads or permits)");
    }

    /** What the dependency does when it is called. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private static RpcServer serve(Dependency dependency, Work work) throws IOException {
        RpcServer server = RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .drainTimeout(Duration.ofSeconds(1))
                .pool(PoolConfig.parse("business", "fixed:threads=4,queue=10"))
                .blocking(
                        METHOD,
                        "business",
                        (request, call) -> dependency.call(() -> {
                            work.run();
                            return request;
                        }))
                .build();
        server.start();
        return server;
    }

    private static RpcClient clientOf(RpcServer server) {
        return RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .build();
    }

    private static void assertFails(RpcClient client, RpcErrorCode code, String text) {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> client.call(METHOD, UserInfo.getDefaultInstance(), TIMEOUT)
                        .get())
                .havingCause()
                .isInstanceOfSatisfying(RpcException.class, e -> {
                    assertThat(e.is(code)).isTrue();
                    assertThat(e.text()).contains(text);
                });
    }
}
