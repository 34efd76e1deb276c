package dev.multipool.rpc.server.app;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.mock.MockServiceMethods;
import dev.multipool.mock.v1.DelayRequest;
import dev.multipool.mock.v1.DelayResponse;
import dev.multipool.pools.RejectReason;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import dev.multipool.rpc.server.limits.CallRejection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The mock dependency behind a bulkhead of its own: whoever finds it full is answered at once, and both ends know. */
@ExtendWith(LeakCheck.class)
class MockIsolationIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Test
    void delay_whenEveryThreadOfTheBulkheadIsBusy_isRejectedAndCounted() throws Exception {
        try (RpcServer server = start("constant:200ms", "threads:1,timeout=20s");
                RpcClient client = clientOf(server)) {
            // on a machine that stands still the one inside may have left
            eventually("a call finds the bulkhead full", () -> isRejectedBesideAnother(server, client));

            assertThat(server.rejections()).containsEntry(CallRejection.DEPENDENCY_FULL, 1L);
            assertThat(server.pool("mock").snapshot().rejections(RejectReason.POOL_FULL))
                    .isEqualTo(1);
            assertThat(server.pool("business").snapshot().rejections(RejectReason.POOL_FULL))
                    .isZero();
            eventually(
                    "the bulkhead is empty",
                    () -> server.pool("mock").snapshot().inFlight() == 0);
        }
    }

    /** Calls while another call is inside, which ends well in any case. */
    private static boolean isRejectedBesideAnother(RpcServer server, RpcClient client) {
        CompletableFuture<DelayResponse> inside =
                client.call(MockServiceMethods.DELAY, DelayRequest.getDefaultInstance(), TIMEOUT);
        eventually(
                "the call is inside or over",
                () -> inside.isDone() || server.pool("mock").snapshot().inFlight() == 1);
        CompletableFuture<String> second = client.call(
                        MockServiceMethods.DELAY, DelayRequest.getDefaultInstance(), TIMEOUT)
                .handle((answer, failure) -> failure == null ? "" : failure.getMessage());

        boolean rejected = !second.join().isEmpty();
        if (rejected) {
            assertThat(second.join()).startsWith("ELIMIT: dependency mock: pool mock: pool full (1 of 1 threads busy");
        }
        assertThat(inside.join().getDelayNanos()).isEqualTo(200_000_000L);
        return rejected;
    }

    @Test
    void delay_longerThanTheBulkheadsTimeout_isEnded() throws Exception {
        try (RpcServer server = start("constant:30s", "threads:1,timeout=20ms");
                RpcClient client = clientOf(server)) {
            assertFails(client, RpcErrorCode.ERPCTIMEDOUT, "dependency mock: bulkhead mock: call timed out");

            assertThat(server.rejections()).containsEntry(CallRejection.DEPENDENCY_TIMED_OUT, 1L);
            eventually(
                    "its thread is free", () -> server.pool("mock").snapshot().inFlight() == 0);
        }
    }

    private static RpcServer start(String delay, String isolation) throws Exception {
        Map<String, String> flags = Map.of(
                "server.host",
                "127.0.0.1",
                "server.port",
                "0",
                "mock.delay",
                delay,
                "methods.mock-delay.isolation",
                isolation);
        RpcServer server = Wiring.newServer(
                        SettingsLoader.load(null, Map.of(), flags), new ScriptedUsers(), new ScriptedItems(1))
                .build();
        server.start();
        return server;
    }

    private static void assertFails(RpcClient client, RpcErrorCode code, String textStart) {
        assertThatExceptionOfType(RpcException.class)
                .isThrownBy(
                        () -> client.callBlocking(MockServiceMethods.DELAY, DelayRequest.getDefaultInstance(), TIMEOUT))
                .matches(e -> e.is(code))
                .satisfies(e -> assertThat(e.text()).startsWith(textStart));
    }

    private static RpcClient clientOf(RpcServer server) {
        return RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .build();
    }
}
