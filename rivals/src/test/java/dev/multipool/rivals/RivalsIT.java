package dev.multipool.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.peers.Contestant;
import dev.multipool.perf.peers.contestant.Framework;
import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.perf.peers.contestant.PeerServer;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.SampleUsers;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each framework gives the same answers as ours, from a real Redis, and ends. */
@TestInstance(Lifecycle.PER_CLASS)
class RivalsIT {
    private static final int USERS = 200;
    private static final long SEED = 7;
    private static final int THREADS = 4;

    private final RunningRedis redis = RedisSource.open(RedisSourceSettings.fromEnvironment(System.getenv()));

    @BeforeAll
    void seed() {
        new UserSeeder(RedisSettings.of(redis.uri())).seed(USERS, SEED, progress -> {});
    }

    @AfterAll
    void close() {
        redis.close();
    }

    @ParameterizedTest
    @CsvSource({"brpc-java, server-work-thread", "dubbo-triple, DubboServerHandler", "sofabolt, pool-"})
    void framework_answersAllUsersAtOnce_andEndsItsPool(String word, String threadName) throws Exception {
        Framework framework = Framework.named(word).orElseThrow();
        Set<Thread> before = threads(threadName);

        try (PeerServer server = framework.start(redis.uri(), THREADS);
                PeerClient client = framework.connect(server.port())) {
            List<CompletableFuture<FindUserInfoResponse>> answers = IntStream.rangeClosed(1, USERS)
                    .mapToObj(id -> ask(client, id, id))
                    .toList();

            for (int i = 0; i < USERS; i++) {
                FindUserInfoResponse response = answers.get(i).get(30, TimeUnit.SECONDS);
                assertThat(response.getFound()).isTrue();
                assertThat(response.getUser()).isEqualTo(SampleUsers.user(SEED, i + 1));
            }
            assertThat(ask(client, 0, USERS + 1).get(30, TimeUnit.SECONDS).getFound())
                    .isFalse();
            assertThat(since(before, threadName)).hasSize(THREADS);
        }
        for (Thread thread : since(before, threadName)) {
            thread.join(30_000);
            assertThat(thread.isAlive()).as(thread.getName()).isFalse();
        }
    }

    @Test
    void everyFrameworkOfTheContestants_isHere() {
        assertThat(Framework.words())
                .containsExactlyInAnyOrderElementsOf(Stream.of(Contestant.values())
                        .filter(Contestant::isFramework)
                        .map(Contestant::word)
                        .toList());
    }

    private static List<Thread> since(Set<Thread> before, String name) {
        return threads(name).stream().filter(thread -> !before.contains(thread)).toList();
    }

    private static Set<Thread> threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(name))
                .collect(Collectors.toSet());
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
