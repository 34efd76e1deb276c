package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.redis.RedisUnavailableException.Reason;
import dev.multipool.redis.source.RealRedis;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LettuceUserInfoRepositoryIT {
    private static final int USERS = 3_000;
    private static final long SEED = 7;

    @RegisterExtension
    static final RealRedis redis = new RealRedis();

    private static RedisSettings settings;
    private static LettuceUserInfoRepository repository;
    private static final List<SeedProgress> progress = new ArrayList<>();

    @BeforeAll
    static void seed() {
        settings = RedisSettings.builder(redis.uri())
                .commandTimeout(Duration.ofSeconds(20))
                .build();
        new UserSeeder(settings).seed(USERS, SEED, progress::add);
        repository = LettuceUserInfoRepository.connect(settings);
    }

    @AfterAll
    static void close() {
        repository.close();
    }

    @Test
    void find_ofEverySeededUser_returnsTheSeedersBytes() {
        for (long id = 1; id <= USERS; id++) {
            assertThat(repository.find(id))
                    .map(StoredUser::bytes)
                    .contains(SampleUsers.user(SEED, id).toByteString());
        }
    }

    @Test
    void findAsync_ofEverySeededUser_returnsTheSeedersBytes() throws Exception {
        // Half the queue at a time: the queue's bound is another test's matter.
        int window = settings.requestQueueSize() / 2;
        for (long first = 1; first <= USERS; first += window) {
            List<CompletableFuture<Optional<StoredUser>>> answers = new ArrayList<>();
            for (long id = first; id < first + window; id++) {
                answers.add(repository.findAsync(id).toCompletableFuture());
            }

            for (int i = 0; i < window; i++) {
                assertThat(answers.get(i).get(30, TimeUnit.SECONDS))
                        .contains(StoredUser.of(SampleUsers.user(SEED, first + i)));
            }
        }
    }

    @Test
    void seed_tellsItsProgressAfterEachBatch() {
        assertThat(progress).hasSize(3);
        assertThat(progress.get(0)).isEqualTo(new SeedProgress("users", 1_000, USERS));
        assertThat(progress.get(2)).isEqualTo(new SeedProgress("users", USERS, USERS));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UserSeeder(settings).seed(-1, SEED, p -> {}))
                .withMessage("count: -1 (expected: >= 0)");
    }

    @Test
    void find_ofAnAbsentUser_isEmptyAndNoError() throws Exception {
        assertThat(repository.find(USERS + 1)).isEmpty();
        assertThat(repository.find(-1)).isEmpty();
        assertThat(repository.findAsync(Long.MAX_VALUE).toCompletableFuture().get(30, TimeUnit.SECONDS))
                .isEmpty();
    }

    @Test
    void find_ofAValueThatIsNoUser_saysWhichKeyAndWhatWasExpected() {
        put(20_001, "no protobuf".getBytes(StandardCharsets.US_ASCII));
        put(20_002, new byte[0]);
        put(20_003, SampleUsers.user(SEED, 1).toByteArray());

        for (long id = 20_001; id <= 20_003; id++) {
            long bad = id;
            assertThatExceptionOfType(RedisUnavailableException.class)
                    .isThrownBy(() -> repository.find(bad))
                    .withMessageContaining("value of user:" + id + " is no user")
                    .withMessageContaining("expected: a serialized UserInfo with id " + id)
                    .matches(e -> e.reason() == Reason.BAD_VALUE);
            assertThat(repository.findAsync(id))
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .withCauseInstanceOf(RedisUnavailableException.class);
        }
    }

    @Test
    void find_ofAKeyOfAnotherType_isABadValue() {
        try (LettuceConnection lettuce = LettuceConnection.open(settings)) {
            lettuce.commands()
                    .rpush(UserKeys.bytes(20_004), new byte[] {1})
                    .toCompletableFuture()
                    .join();
        }

        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> repository.find(20_004))
                .withMessageContaining("error reply: WRONGTYPE")
                .matches(e -> e.reason() == Reason.BAD_VALUE);
    }

    @Test
    void find_byACallerWithoutTime_timesOutAtOnceAndSendsNothing() {
        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> repository.find(1, Duration.ZERO))
                .matches(e -> e.reason() == Reason.TIMEOUT);
        assertThat(repository.findAsync(1, Duration.ofNanos(-1))).isCompletedExceptionally();
    }

    @Test
    void find_byAnInterruptedThread_keepsTheFlagAndThrows() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> repository.find(1))
                .withMessageContaining("interrupted")
                .matches(e -> e.reason() == Reason.OTHER);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void find_afterClose_failsAtOnce() {
        LettuceUserInfoRepository closed = LettuceUserInfoRepository.connect(settings);
        closed.close();
        closed.close();

        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> closed.find(1))
                .withMessageContaining("closed")
                .matches(e -> e.reason() == Reason.DISCONNECTED);
        assertThat(closed.findAsync(1)).isCompletedExceptionally();
    }

    private static void put(long id, byte[] value) {
        try (LettuceConnection lettuce = LettuceConnection.open(settings)) {
            lettuce.commands()
                    .set(UserKeys.bytes(id), value)
                    .toCompletableFuture()
                    .join();
        }
    }
}
