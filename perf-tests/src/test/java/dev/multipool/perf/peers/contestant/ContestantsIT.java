package dev.multipool.perf.peers.contestant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.SampleUsers;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Each server that ours is compared with gives the same answers, from a real Redis. */
@TestInstance(Lifecycle.PER_CLASS)
class ContestantsIT {
    private static final int USERS = 100;
    private static final long SEED = 7;

    private final RunningRedis redis = RedisSource.open(RedisSourceSettings.fromEnvironment(System.getenv()));

    @BeforeAll
    void seed() {
        new UserSeeder(RedisSettings.of(redis.uri())).seed(USERS, SEED, progress -> {});
    }

    @AfterAll
    void close() {
        redis.close();
    }

    @Test
    void floor_answersAllUsersAtOnce() throws Exception {
        assertAnswers(uri -> FloorServer.start(uri, 4), Protocol.FRAMES);
    }

    @Test
    void limit_answersAllUsersAtOnce() throws Exception {
        assertAnswers(LimitServer::start, Protocol.FRAMES);
    }

    @Test
    void grpc_answersAllUsersAtOnce() throws Exception {
        assertAnswers(uri -> GrpcServer.start(uri, 4), Protocol.GRPC);
    }

    @Test
    void floor_whenItStops_failsTheCallsOfItsClient() throws Exception {
        PeerServer server = FloorServer.start(redis.uri(), 4);
        try (PeerClient client = Protocol.FRAMES.connect(server.port())) {
            assertThat(ask(client, 0, 1).get(30, TimeUnit.SECONDS).getFound()).isTrue();

            server.close();

            assertThat(ask(client, 0, 1)).failsWithin(30, TimeUnit.SECONDS);
        }
    }

    private void assertAnswers(Function<URI, PeerServer> start, Protocol protocol) throws Exception {
        try (PeerServer server = start.apply(redis.uri());
                PeerClient client = protocol.connect(server.port())) {
            var answers = IntStream.rangeClosed(1, USERS)
                    .mapToObj(id -> ask(client, id, id))
                    .toList();

            for (int i = 0; i < USERS; i++) {
                FindUserInfoResponse response = answers.get(i).get(30, TimeUnit.SECONDS);
                assertThat(response.getFound()).isTrue();
                assertThat(response.getUser()).isEqualTo(SampleUsers.user(SEED, i + 1));
            }
            assertThat(ask(client, 0, USERS + 1).get(30, TimeUnit.SECONDS).getFound())
                    .isFalse();
        }
    }

    private static CompletableFuture<FindUserInfoResponse> ask(PeerClient client, int user, long id) {
        CompletableFuture<FindUserInfoResponse> answer = new CompletableFuture<>();
        FindUserInfoRequest request =
                FindUserInfoRequest.newBuilder().setUserId(id).build();
        client.execute(() -> client.find(user, request, new PeerClient.Reply() {
            @Override
            public void answered(FindUserInfoResponse response) {
                answer.complete(response);
            }

            @Override
            public void failed(String why) {
                answer.completeExceptionally(new IllegalStateException(why));
            }
        }));
        return answer;
    }
}
