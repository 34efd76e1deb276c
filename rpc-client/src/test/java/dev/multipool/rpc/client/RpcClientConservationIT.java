package dev.multipool.rpc.client;

import static dev.multipool.rpc.client.Eventually.eventually;
import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@SuppressWarnings("FutureReturnValueIgnored") // counted by their completions
@ExtendWith(LeakCheck.class)
class RpcClientConservationIT {
    private static final int CALLERS = 4;

    @Test
    void randomCallsAgainstRandomOutcomes_eachEndsOnce_andNoSlotIsLost() throws Exception {
        assertNothingIsLost(10_000);
    }

    @Test
    @Tag("full")
    void manyMoreRandomCalls_eachEndOnce_andNoSlotIsLost() throws Exception {
        assertNothingIsLost(300_000);
    }

    private static void assertNothingIsLost(int calls) throws Exception {
        SplittableRandom outcomes = new SplittableRandom(42);
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        try (ScriptedRpcServer server =
                        ScriptedRpcServer.start().forgetRequests().choose(() -> randomStep(outcomes));
                RpcClient client = RpcClient.builder()
                        .target("127.0.0.1", server.port())
                        .connections(3)
                        .eventLoops(2)
                        .maxPendingCalls(500)
                        .reconnectBackoff(Duration.ofMillis(1), Duration.ofMillis(4))
                        .jitterSeed(1)
                        .build()) {
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                SplittableRandom random = new SplittableRandom(i);
                callers.add(new Thread(
                        () -> sendRandomCalls(client, calls / CALLERS, random, ended, wrong), "caller-" + i));
            }
            callers.forEach(Thread::start);
            for (Thread caller : callers) {
                caller.join();
            }

            eventually("all calls have ended", () -> ended.get() == calls);
            eventually("all slots are free", () -> client.pendingCalls() == 0);
            eventually("all connections are back", () -> client.connectionsUp() == 3);
            assertThat(wrong).hasValue(0);
            assertThat(client.reconnects()).isPositive();
            assertThat(client.lateAnswers()).isPositive();
        }
    }

    private static void sendRandomCalls(
            RpcClient client, int calls, SplittableRandom random, AtomicInteger ended, AtomicInteger wrong) {
        for (int i = 0; i < calls; i++) {
            long userId = random.nextLong(1, 1_000_000);
            FindUserInfoRequest request =
                    FindUserInfoRequest.newBuilder().setUserId(userId).build();
            Duration timeout = Duration.ofMillis(random.nextInt(1, 200));
            CompletableFuture<FindUserInfoResponse> call = client.call(FIND_USER_INFO, request, timeout);
            call.whenComplete((response, failure) -> {
                ended.incrementAndGet();
                if (response != null && response.getUser().getId() != userId) {
                    wrong.incrementAndGet();
                }
            });
            if (random.nextInt(50) == 0) {
                call.cancel(false);
            }
            while (client.pendingCalls() > 400 && random.nextInt(20) != 0) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    /** Called on the server's event loop only, so the generator needs no lock. */
    private static Step randomStep(SplittableRandom outcomes) {
        int outcome = outcomes.nextInt(2_000);
        if (outcome < 2) {
            return Step.reset();
        }
        if (outcome < 4) {
            return Step.garbage();
        }
        if (outcome < 50) {
            return Step.silence();
        }
        if (outcome < 100) {
            return Step.unparsable();
        }
        if (outcome < 300) {
            return Step.error(RpcErrorCode.ELIMIT, "full");
        }
        if (outcome < 600) {
            return Step.after(Duration.ofMillis(outcomes.nextInt(1, 100)), Step.answer());
        }
        return Step.answer();
    }
}
