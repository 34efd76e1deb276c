package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.multipool.redis.RedisUnavailableException.Reason;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What callers see while Redis is killed, frozen or away. Needs a process of ours, so Redis is embedded here. */
class RedisOutageIT {
    private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(200);
    /** On shared cores a thread may get the CPU late; a hang would be far longer. */
    private static final Duration NO_HANG = Duration.ofSeconds(20);

    private static final StoredUser USER = StoredUser.of(SampleUsers.user(1, 1));

    private RunningRedis redis;
    private LettuceUserInfoRepository repository;

    @BeforeEach
    void open() {
        redis = openRedis(0);
        repository = LettuceUserInfoRepository.connect(
                settings().requestQueueSize(50).build());
        Eventually.isTrue("users are found", this::works);
    }

    @AfterEach
    void close() {
        repository.close();
        redis.close();
    }

    @Test
    void find_whileRedisIsDead_failsWithoutAHang_andWorksAgainByItself() throws Exception {
        int port = redis.uri().getPort();
        long pid = redis.processId().orElseThrow();

        Signals.send("KILL", pid);
        Eventually.isTrue("the killed Redis is gone", () -> !Signals.isAlive(pid));

        Set<Reason> reasons = EnumSet.noneOf(Reason.class);
        for (int i = 0; i < 20; i++) {
            reasons.add(failure().reason());
        }
        assertThat(reasons).isSubsetOf(Reason.DISCONNECTED, Reason.TIMEOUT).contains(Reason.DISCONNECTED);
        assertThat(failure()).hasMessage("redis at 127.0.0.1:" + port + ": not connected");

        redis.close();
        redis = openRedis(port);
        Eventually.isTrue("users are found again", this::works);
    }

    @Test
    void find_whileRedisIsFrozen_timesOut_andWorksAgainWhenItThaws() throws Exception {
        long pid = redis.processId().orElseThrow();

        Signals.send("STOP", pid);
        try {
            RedisUnavailableException failure = failure();
            assertThat(failure.reason()).isEqualTo(Reason.TIMEOUT);
            assertThat(failure).hasMessage("redis at 127.0.0.1:" + redis.uri().getPort() + ": no answer within 200 ms");
            assertThat(asyncFailure(repository.findAsync(1).toCompletableFuture())
                            .reason())
                    .isEqualTo(Reason.TIMEOUT);
        } finally {
            Signals.send("CONT", pid);
        }
        Eventually.isTrue("users are found again", this::works);
    }

    @Test
    void find_whileRedisIsFrozen_waitsNoLongerThanItsCallerCan() throws Exception {
        long pid = redis.processId().orElseThrow();
        Duration atMost = Duration.ofMillis(30);

        Signals.send("STOP", pid);
        try {
            String text = "redis at 127.0.0.1:" + redis.uri().getPort() + ": no answer within 30 ms";
            assertThat(catchThrowableOfType(RedisUnavailableException.class, () -> repository.find(1, atMost)))
                    .hasMessage(text);
            assertThat(asyncFailure(repository.findAsync(1, atMost).toCompletableFuture()))
                    .hasMessage(text);
        } finally {
            Signals.send("CONT", pid);
        }
        Eventually.isTrue("users are found again", this::works);
    }

    @Test
    void findAsync_beyondTheQueueOfAFrozenRedis_isRefused_andEveryStageEnds() throws Exception {
        long pid = redis.processId().orElseThrow();

        Signals.send("STOP", pid);
        try {
            List<CompletableFuture<Optional<StoredUser>>> answers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                answers.add(repository.findAsync(1).toCompletableFuture());
            }

            List<Reason> reasons = new ArrayList<>();
            for (CompletableFuture<Optional<StoredUser>> answer : answers) {
                reasons.add(asyncFailure(answer).reason());
            }
            assertThat(reasons).hasSize(200).containsOnly(Reason.TIMEOUT, Reason.QUEUE_FULL);
            assertThat(reasons.stream().filter(Reason.TIMEOUT::equals).count()).isBetween(1L, 100L);
        } finally {
            Signals.send("CONT", pid);
        }
        Eventually.isTrue("users are found again", this::works);
    }

    @Test
    void close_withAFrozenRedis_isBounded() throws Exception {
        Signals.send("STOP", redis.processId().orElseThrow());
        CompletableFuture<Optional<StoredUser>> underWay =
                repository.findAsync(1).toCompletableFuture();

        CompletableFuture<Void> closing = CompletableFuture.runAsync(repository::close);
        assertThat(closing).succeedsWithin(Duration.ofSeconds(20));
        asyncFailure(underWay);

        CompletableFuture<Void> stopping = CompletableFuture.runAsync(redis::close);
        assertThat(stopping).succeedsWithin(Duration.ofSeconds(20));
        assertThat(Signals.isAlive(redis.processId().orElseThrow())).isFalse();
    }

    private RedisUnavailableException failure() {
        long start = System.nanoTime();
        RedisUnavailableException failure =
                catchThrowableOfType(RedisUnavailableException.class, () -> repository.find(1));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(NO_HANG);
        assertThat(failure).isNotNull();
        return failure;
    }

    private static RedisUnavailableException asyncFailure(CompletableFuture<?> answer) throws Exception {
        Throwable failure = answer.handle((value, e) -> e).get(NO_HANG.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(failure).isInstanceOf(RedisUnavailableException.class);
        return (RedisUnavailableException) Objects.requireNonNull(failure);
    }

    private boolean works() {
        try {
            return repository.find(1).filter(USER::equals).isPresent();
        } catch (RedisUnavailableException e) {
            return false;
        }
    }

    private RedisSettings.Builder settings() {
        return RedisSettings.builder(redis.uri())
                .commandTimeout(COMMAND_TIMEOUT)
                // what silence costs a connection is shown by SilentRedisIT
                .silenceTimeout(NO_HANG);
    }

    private static RunningRedis openRedis(int port) {
        RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.EMBEDDED)
                .port(port)
                .build());
        URI uri = redis.uri();
        new UserSeeder(RedisSettings.of(uri)).seed(1, 1, progress -> {});
        return redis;
    }
}
