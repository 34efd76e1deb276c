package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.SampleUsers;
import dev.multipool.redis.source.RedisServers;
import dev.multipool.redis.source.RedisServers.Server;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.app.settings.ServerSettings;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole service, from its configuration, on a Redis Cluster whose user needs a password. */
@ExtendWith(LeakCheck.class)
class RedisClusterIT {
    private static final int USERS = 300;
    private static final int SEED = 7;

    private static RedisServers servers;
    private static List<Server> masters;

    @BeforeAll
    static void startCluster() throws IOException {
        servers = new RedisServers();
        masters = servers.startCluster(3);
        for (Server master : masters) {
            master.commands()
                    .text(
                            "ACL",
                            "SETUSER",
                            "service",
                            "on",
                            ">of-the-service",
                            "~*",
                            "+get",
                            "+mget",
                            "+set",
                            "+info",
                            "+asking",
                            "+cluster|nodes",
                            "+cluster|myid",
                            "+client|setname");
        }
    }

    @AfterAll
    static void stopCluster() {
        servers.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async"})
    void findUserInfo_returnsByteForByteWhatTheSeederWrote(String execution) throws Exception {
        try (UserService service = start(execution);
                RpcClient client = RpcClient.builder()
                        .target("127.0.0.1", service.server().address().getPort())
                        .build()) {
            List<CompletableFuture<FindUserInfoResponse>> calls = new ArrayList<>();
            for (long id = 1; id <= USERS; id++) {
                FindUserInfoRequest request =
                        FindUserInfoRequest.newBuilder().setUserId(id).build();
                calls.add(client.call(UserServiceMethods.FIND_USER_INFO, request, Duration.ofSeconds(30)));
            }
            for (int i = 0; i < USERS; i++) {
                FindUserInfoResponse response = calls.get(i).join();
                assertThat(response.getFound()).isTrue();
                assertThat(response.getUser().toByteString())
                        .isEqualTo(SampleUsers.user(SEED, i + 1).toByteString());
            }
            assertThat(service.redis().description()).contains("cluster at").doesNotContain("of-the-service");
        }
    }

    private static UserService start(String execution) throws IOException {
        String nodes = masters.stream().map(Server::hostAndPort).collect(Collectors.joining(","));
        ServerSettings settings = SettingsLoader.load(
                null,
                Map.of("MULTIPOOL_REDIS_PASSWORD", "of-the-service"),
                Map.of(
                        "server.host",
                        "127.0.0.1",
                        "server.port",
                        "0",
                        "redis.source",
                        "redis-cluster://" + nodes,
                        "redis.user",
                        "service",
                        "redis.command-timeout",
                        "20s",
                        "server.warm-up",
                        "0ms",
                        "redis.seed-users",
                        Integer.toString(USERS),
                        "redis.seed",
                        Integer.toString(SEED),
                        "methods.find-user-info.execution",
                        execution));
        return Wiring.start(settings, progress -> {}, UnaryOperator.identity());
    }
}
