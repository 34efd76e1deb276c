package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.pools.admission.AdmissionSettings;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.rpc.server.limits.ServerLimits;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each call has one end, at its deadline at the latest, whatever its handler throws and its caller asks for. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class CallEndIT {
    private static final int PLACES = 20;

    private final List<RpcServer> started = new ArrayList<>();

    @AfterEach
    void stopAll() {
        started.forEach(server -> server.stop(Duration.ofSeconds(1)));
    }

    @Test
    void errorsOfAnAsynchronousHandler_asManyAsThereArePlaces_leaveRoom() throws Exception {
        RpcServer server = start(throwing(() -> new NoClassDefFoundError("on purpose"))
                .limits(ServerLimits.DEFAULT.withMaxCallsInFlight(PLACES)));

        assertAnswered(server, PLACES + 1, "test.v1.Echo/async: handler failed (NoClassDefFoundError)");

        assertThat(server.callsInFlight()).isZero();
        assertThat(server.stop(Duration.ofSeconds(1))).isTrue();
    }

    @Test
    void errorsUnderAdaptiveAdmission_asManyAsItLetsIn_giveTheirPermitsBack() throws Exception {
        RpcServer server = start(throwing(() -> new AssertionError("on purpose"))
                .admission(AdmissionSettings.builder()
                        .objective(new AdmissionObjective(99, Duration.ofSeconds(10)))
                        .initialLimit(PLACES)
                        .maxLimit(PLACES)
                        .build()));

        assertAnswered(server, PLACES + 1, "test.v1.Echo/async: handler failed (AssertionError)");

        eventually("no permit is out", () -> server.admission().orElseThrow().inFlight() == 0);
    }

    /** Its caller would wait for 24 days. */
    @Test
    void callWithALongerTimeoutThanTheServerTakes_endsAtTheServersBound() throws Exception {
        BlockingQueue<Duration> remaining = new LinkedBlockingQueue<>();
        RpcServer server = start(RpcServer.builder()
                .defaultDeadline(Duration.ofMillis(100))
                .maxDeadline(Duration.ofMillis(200))
                .async(Echo.ASYNC, (request, call) -> {
                    remaining.add(call.remaining());
                    return new CompletableFuture<>();
                }));
        try (RawConnection connection = new RawConnection(server)) {
            RpcMeta.Builder request = RawConnection.request("test.v1.Echo", "async", 1);
            request.getRequestBuilder().setTimeoutMs(Integer.MAX_VALUE);

            connection.send(request.build(), Echo.user(1).toByteArray());

            RpcMeta answer = connection.receive();
            assertThat(answer.getResponse().getErrorCode()).isEqualTo(RpcErrorCode.ERPCTIMEDOUT.number());
            assertThat(remaining.take()).isBetween(Duration.ofNanos(1), Duration.ofMillis(200));
        }
        assertThat(server.rejections()).containsEntry(CallRejection.EXPIRED_IN_SERVICE, 1L);
    }

    private static RpcServerBuilder throwing(Supplier<? extends Throwable> made) {
        return RpcServer.builder().async(Echo.ASYNC, (request, call) -> {
            throw CallEndIT.<RuntimeException>sneaky(made.get());
        });
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private RpcServer start(RpcServerBuilder builder) throws IOException {
        RpcServer server = builder.host("127.0.0.1").eventLoops(1).build();
        started.add(server);
        server.start();
        return server;
    }

    private static void assertAnswered(RpcServer server, int times, String text) throws IOException {
        try (RawConnection connection = new RawConnection(server)) {
            for (int i = 0; i < times; i++) {
                RpcMeta answer = call(connection, i);
                assertThat(answer.getResponse().getErrorText()).isEqualTo(text);
                assertThat(answer.getResponse().getErrorCode()).isEqualTo(RpcErrorCode.EINTERNAL.number());
            }
        }
    }

    private static RpcMeta call(RawConnection connection, long id) throws IOException {
        UserInfo request = Echo.user(id);
        connection.send(RawConnection.request("test.v1.Echo", "async", id).build(), request.toByteArray());
        return connection.receive();
    }
}
