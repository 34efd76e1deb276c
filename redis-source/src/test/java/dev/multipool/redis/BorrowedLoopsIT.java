package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.source.RealRedis;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connections on the event loops of somebody else. */
class BorrowedLoopsIT {
    private static final Duration LONG = Duration.ofSeconds(20);

    @RegisterExtension
    static final RealRedis redis = new RealRedis();

    private EventLoopGroup loops;
    private LettuceRepositories repositories;

    @BeforeAll
    static void seed() {
        new UserSeeder(RedisSettings.of(redis.uri())).seed(10, 1, progress -> {});
    }

    @BeforeEach
    void connect() {
        loops = Transport.AUTO.newEventLoops(2, "lender", true);
        repositories = LettuceRepositories.connect(
                RedisSettings.builder(redis.uri()).commandTimeout(LONG).build(), loops);
    }

    @AfterEach
    void close() throws Exception {
        repositories.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).get(30, TimeUnit.SECONDS);
    }

    @Test
    void findAsync_onEachLoop_isAnsweredByThatLoop() throws Exception {
        for (EventExecutor loop : loops) {
            CompletableFuture<Thread> answeredBy = new CompletableFuture<>();
            loop.execute(() -> repositories.users().findAsync(1, LONG).whenComplete((user, failure) -> {
                assertThat(user).contains(StoredUser.of(SampleUsers.user(1, 1)));
                answeredBy.complete(Thread.currentThread());
            }));

            assertThat(loop.inEventLoop(answeredBy.get(30, TimeUnit.SECONDS))).isTrue();
        }
    }

    @Test
    void find_onALoop_isRefused_sinceItWouldWaitForItself() throws Exception {
        CompletableFuture<Optional<?>> found =
                CompletableFuture.supplyAsync(() -> repositories.users().find(1, LONG), loops.next());

        assertThat(found)
                .failsWithin(LONG)
                .withThrowableThat()
                .withMessageContaining("find on lender-")
                .withMessageContaining("expected: findAsync there");
    }

    @Test
    void find_onAnotherThread_waitsForALoop() {
        assertThat(repositories.users().find(2, LONG)).contains(StoredUser.of(SampleUsers.user(1, 2)));
    }

    @Test
    void close_leavesTheLoopsToTheirOwner() throws Exception {
        repositories.close();

        assertThat(loops.isShuttingDown()).isFalse();
        assertThat(loops.submit(() -> "alive").get(30, TimeUnit.SECONDS)).isEqualTo("alive");
    }

    @Test
    void connections_beyondTheLoops_areSpreadOverThem() {
        RedisSettings five = RedisSettings.builder(redis.uri())
                .commandTimeout(LONG)
                .connections(5)
                .build();
        try (LettuceRepositories many = LettuceRepositories.connect(five, loops)) {
            for (long id = 1; id <= 10; id++) {
                assertThat(many.users().find(id, LONG)).contains(StoredUser.of(SampleUsers.user(1, id)));
            }
        }
    }
}
