package dev.multipool.rpc.server.app;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.redis.SampleUsers;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole call, client to Redis and back, against the Redis that MULTIPOOL_REDIS asks for. */
@ExtendWith(LeakCheck.class)
class UserServiceIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int USERS = 1_000;
    private static final int SEED = 7;

    @RegisterExtension
    static final ServiceOnRedis services = new ServiceOnRedis();

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async"})
    void findUserInfo_returnsByteForByteWhatTheSeederWrote(String execution) throws Exception {
        try (UserService service = start(execution, "redis.seed-users", Integer.toString(USERS));
                RpcClient client = clientOf(service)) {
            List<CompletableFuture<FindUserInfoResponse>> calls = new ArrayList<>();
            for (long id = 1; id <= USERS; id++) {
                calls.add(client.call(UserServiceMethods.FIND_USER_INFO, request(id), Duration.ofSeconds(30)));
                if (calls.size() >= 200 && id < USERS) {
                    calls.get((int) id - 200).join(); // stay within the pool's queue
                }
            }
            for (int i = 0; i < USERS; i++) {
                FindUserInfoResponse response = calls.get(i).join();
                assertThat(response.getFound()).isTrue();
                assertThat(response.getUser().toByteString())
                        .isEqualTo(SampleUsers.user(SEED, i + 1).toByteString());
            }
            eventually("calls in flight end", () -> service.server().callsInFlight() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async"})
    void findUserInfo_ofAnAbsentUser_isAnAnswerAndNoError(String execution) throws Exception {
        try (UserService service = start(execution);
                RpcClient client = clientOf(service)) {
            FindUserInfoResponse response =
                    client.callBlocking(UserServiceMethods.FIND_USER_INFO, request(-1), TIMEOUT);

            assertThat(response.getFound()).isFalse();
            assertThat(response.hasUser()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async", "direct"})
    void findUserInfo_withAWeight_takesAtLeastItsWaitAndAnswersTheSame(String execution) throws Exception {
        try (UserService service = start(
                        execution,
                        "redis.seed-users",
                        "1",
                        "methods.find-user-info.cpu",
                        "100us",
                        "methods.find-user-info.wait",
                        "constant:30ms");
                RpcClient client = clientOf(service)) {
            long start = System.nanoTime();
            FindUserInfoResponse response = client.callBlocking(UserServiceMethods.FIND_USER_INFO, request(1), TIMEOUT);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(30));
            assertThat(response.getUser().toByteString())
                    .isEqualTo(SampleUsers.user(SEED, 1).toByteString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async"})
    void findUserInfo_whoseWeightOutlastsTheDeadline_isTimedOut(String execution) throws Exception {
        try (UserService service = start(execution, "methods.find-user-info.wait", "constant:10s");
                RpcClient client = clientOf(service)) {
            assertThatExceptionOfType(RpcException.class)
                    .isThrownBy(() ->
                            client.callBlocking(UserServiceMethods.FIND_USER_INFO, request(1), Duration.ofMillis(100)))
                    .satisfies(e -> assertThat(e.is(RpcErrorCode.ERPCTIMEDOUT)).isTrue());
            eventually("calls in flight end", () -> service.server().callsInFlight() == 0);
        }
    }

    @Test
    void start_withoutARedis_saysWhereItLookedAndLeavesNoThread() {
        Map<String, String> flags = Map.of("redis.source", "redis://127.0.0.1:1", "server.port", "0");

        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> Wiring.start(
                        SettingsLoader.load(null, Map.of(), flags), progress -> {}, UnaryOperator.identity()))
                .withMessageContaining("127.0.0.1:1");
        // those of the tests before end by themselves
        eventually("no thread is left", () -> Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .noneMatch(name -> name.startsWith("rpc-") || name.startsWith("business-")));
    }

    private static UserService start(String execution, String... more) throws IOException {
        Map<String, String> flags = new HashMap<>(
                Map.of("redis.seed", Integer.toString(SEED), "methods.find-user-info.execution", execution));
        for (int i = 0; i < more.length; i += 2) {
            flags.put(more[i], more[i + 1]);
        }
        return services.start(flags);
    }

    private static RpcClient clientOf(UserService service) {
        return RpcClient.builder()
                .target("127.0.0.1", service.server().address().getPort())
                .connections(2)
                .build();
    }

    private static FindUserInfoRequest request(long id) {
        return FindUserInfoRequest.newBuilder().setUserId(id).build();
    }
}
