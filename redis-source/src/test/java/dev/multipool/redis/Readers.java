package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Reads of users as tests make them: all of them, and how they fail. */
final class Readers {
    /** On shared cores a thread may get the CPU late; a hang would be far longer. */
    private static final Duration NO_HANG = Duration.ofSeconds(10);

    private static final Duration LONG = Duration.ofSeconds(5);

    private Readers() {}

    /** Settings whose reads are patient enough for a machine that stalls. */
    static RedisSettings patient(RedisTarget target) {
        return RedisSettings.builder(target)
                .commandTimeout(LONG)
                .connectTimeout(LONG)
                .build();
    }

    static RedisTarget.Builder target(String uri) {
        return RedisTarget.builder(URI.create(uri)).refreshInterval(Duration.ofSeconds(1));
    }

    /** Reads users 1 to N, waiting for each, and compares them with those that were written. */
    static void readEachBlocking(UserInfoRepository repository, long count, long seed) {
        for (long id = 1; id <= count; id++) {
            assertThat(repository.find(id, LONG)).contains(StoredUser.of(SampleUsers.user(seed, id)));
        }
    }

    /** Asks for users 1 to N in one turn of an event loop, and compares them with those that were written. */
    static void readAllInOneTurn(LettuceRepositories repositories, EventLoopGroup loop, int count, long seed)
            throws Exception {
        List<CompletableFuture<Optional<StoredUser>>> answers = loop.submit(() -> {
                    List<CompletableFuture<Optional<StoredUser>>> asked = new ArrayList<>();
                    for (long id = 1; id <= count; id++) {
                        asked.add(repositories.users().findAsync(id, LONG).toCompletableFuture());
                    }
                    return asked;
                })
                .get(10, TimeUnit.SECONDS);
        for (int i = 0; i < count; i++) {
            assertThat(answers.get(i).get(20, TimeUnit.SECONDS)).contains(StoredUser.of(SampleUsers.user(seed, i + 1)));
        }
    }

    /** Whether user 1 to N are all there, each told right or with a {@link RedisUnavailableException}, and in time. */
    static boolean allAreRead(UserInfoRepository repository, long count, long seed, Duration atMost) {
        int failed = 0;
        for (long id = 1; id <= count; id++) {
            long start = System.nanoTime();
            Optional<StoredUser> user;
            Throwable failure;
            if (id % 2 == 0) {
                CompletableFuture<Optional<StoredUser>> answer =
                        repository.findAsync(id, atMost).toCompletableFuture();
                failure = answer.handle((value, e) -> e)
                        .orTimeout(NO_HANG.toMillis(), TimeUnit.MILLISECONDS)
                        .join();
                user = failure == null ? answer.join() : Optional.empty();
            } else {
                try {
                    user = repository.find(id, atMost);
                    failure = null;
                } catch (RuntimeException e) {
                    user = Optional.empty();
                    failure = e;
                }
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(NO_HANG);
            if (failure == null) {
                assertThat(user).contains(StoredUser.of(SampleUsers.user(seed, id)));
            } else {
                assertThat(failure).isInstanceOf(RedisUnavailableException.class);
                assertThat(Objects.requireNonNull(failure.getMessage()).lines()).hasSize(1);
                failed++;
            }
        }
        return failed == 0;
    }
}
