package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.admission.AdmissionSettings;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.meta.RpcResponseMeta;
import dev.multipool.rpc.server.limits.CallDoor;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A door of one's own in the place of adaptive admission: it hears of each call, and costs none, whatever it throws. */
@ExtendWith(LeakCheck.class)
class CallDoorIT {
    private final List<RpcServer> started = new ArrayList<>();

    @AfterEach
    void stopAll() {
        started.forEach(server -> server.stop(Duration.ofSeconds(1)));
    }

    @Test
    void everyCallLetIn_endsAndLeavesOnce_andWhoIsTurnedAwayIsAnsweredElimit() throws Exception {
        CountingDoor door = new CountingDoor(false);
        RpcServer server = start(door);
        try (RawConnection connection = new RawConnection(server)) {
            for (String method : List.of("good", "throwing", "async", "failing")) {
                call(connection, method);
            }
            eventually("all have left", () -> door.left.get() == 4);
            assertThat(door.ended).hasValue(4);
            assertThat(door.started).hasValue(4);

            door.open = false;
            RpcResponseMeta answer = call(connection, "good");

            assertThat(answer.getErrorCode()).isEqualTo(RpcErrorCode.ELIMIT.number());
            assertThat(answer.getErrorText()).contains("the door is closed");
            assertThat(server.rejections()).containsEntry(CallRejection.ADMISSION_FULL, 1L);
            assertThat(server.admission()).isEmpty();
            assertThat(door.left).hasValue(4);
        }
    }

    @Test
    void aDoorThatThrowsAtEachStep_costsNoCallItsAnswer() throws Exception {
        CountingDoor door = new CountingDoor(true);
        RpcServer server = start(door);
        try (RawConnection connection = new RawConnection(server)) {
            assertThat(call(connection, "good").getErrorCode()).isZero();
            assertThat(call(connection, "async").getErrorCode()).isZero();
            assertThat(call(connection, "failing").getErrorCode()).isEqualTo(RpcErrorCode.EINTERNAL.number());
        }
        eventually("no call is in flight", () -> server.callsInFlight() == 0);
        assertThat(door.left).hasValue(3);
        assertThat(door.withdrawn).hasValue(0);
    }

    @Test
    void aDoorBesideAdaptiveAdmission_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RpcServer.builder()
                        .door(new CountingDoor(false))
                        .admission(AdmissionSettings.builder().build())
                        .build())
                .withMessage("door: given beside adaptive admission (expected: one of the two)");
    }

    private RpcServer start(CallDoor door) throws IOException {
        RpcServer server = RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .door(door)
                .pool(PoolConfig.parse("business", "fixed:threads=2"))
                .blocking(Echo.method("test.v1.Door", "Door", "good"), "business", (request, call) -> request)
                .blocking(Echo.method("test.v1.Door", "Door", "throwing"), "business", (request, call) -> {
                    throw new AssertionError("on purpose");
                })
                .async(
                        Echo.method("test.v1.Door", "Door", "async"),
                        (request, call) -> CompletableFuture.completedFuture(request))
                .async(
                        Echo.method("test.v1.Door", "Door", "failing"),
                        (request, call) ->
                                CompletableFuture.<UserInfo>failedFuture(new IllegalStateException("on purpose")))
                .build();
        server.start();
        started.add(server);
        return server;
    }

    private static RpcResponseMeta call(RawConnection connection, String method) throws IOException {
        connection.send(RawConnection.request("test.v1.Door", method, 1).build(), new byte[0]);
        return connection.receive().getResponse();
    }

    private static final class CountingDoor implements CallDoor {
        private final boolean throwing;
        private final AtomicInteger started = new AtomicInteger();
        private final AtomicInteger ended = new AtomicInteger();
        private final AtomicInteger left = new AtomicInteger();
        private final AtomicInteger withdrawn = new AtomicInteger();
        private volatile boolean open = true;

        CountingDoor(boolean throwing) {
            this.throwing = throwing;
        }

        @Override
        public @Nullable Admitted tryAdmit(long arrivedNanos) {
            return open ? new Counted() : null;
        }

        @Override
        public String describeLimit() {
            return "the door is closed";
        }

        private void count(AtomicInteger step) {
            step.incrementAndGet();
            if (throwing) {
                throw new AssertionError("on purpose");
            }
        }

        private final class Counted implements Admitted {
            @Override
            public void startService() {
                count(started);
            }

            @Override
            public void end(@Nullable RpcException failure) {
                count(ended);
            }

            @Override
            public void leave() {
                count(left);
            }

            @Override
            public void withdraw() {
                count(withdrawn);
            }
        }
    }
}
