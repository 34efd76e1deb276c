package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.RedisUnavailableException.Reason;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads that an event loop is asked for together. The Redis is frozen at times, so it is one of our own. */
class GatheredReadsIT {
    private static final int USERS = 500;
    private static final Duration LONG = Duration.ofSeconds(20);

    private final EventLoopGroup loop = Transport.AUTO.newEventLoops(1, "gather", true);
    private RunningRedis redis;
    private LettuceConnection plain;

    @BeforeEach
    void open() {
        redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.parse("embedded"))
                .build());
        new UserSeeder(RedisSettings.of(redis.uri())).seed(USERS, 1, progress -> {});
        plain = LettuceConnection.open(
                RedisSettings.builder(redis.uri()).commandTimeout(LONG).build());
    }

    @AfterEach
    void close() throws Exception {
        plain.close();
        redis.close();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).get(30, TimeUnit.SECONDS);
    }

    @Test
    void readsOfOneTurn_travelAsFewCommands_andEachHasItsOwnAnswer() throws Exception {
        try (LettuceRepositories repositories = connect(RedisSettings.builder(redis.uri()))) {
            List<CompletableFuture<Optional<StoredUser>>> answers =
                    inOneTurn(repositories, LongStream.rangeClosed(1, USERS).toArray(), LONG);

            for (int i = 0; i < USERS; i++) {
                assertThat(answers.get(i).get(30, TimeUnit.SECONDS))
                        .contains(StoredUser.of(SampleUsers.user(1, i + 1)));
            }
            assertThat(calls("mget")).isEqualTo((USERS + GatheredReads.MOST_KEYS - 1) / GatheredReads.MOST_KEYS);
            assertThat(calls("get")).isZero();
        }
    }

    @Test
    void aReadThatIsAloneInItsTurn_isAGet() throws Exception {
        try (LettuceRepositories repositories = connect(RedisSettings.builder(redis.uri()))) {
            assertThat(inOneTurn(repositories, new long[] {7}, LONG).get(0).get(30, TimeUnit.SECONDS))
                    .contains(StoredUser.of(SampleUsers.user(1, 7)));

            assertThat(calls("get")).isEqualTo(1);
            assertThat(calls("mget")).isZero();
        }
    }

    @Test
    void switchedOff_eachReadIsAGet() throws Exception {
        try (LettuceRepositories repositories =
                connect(RedisSettings.builder(redis.uri()).gatherReads(false))) {
            for (CompletableFuture<?> answer : inOneTurn(repositories, new long[] {1, 2, 3}, LONG)) {
                answer.get(30, TimeUnit.SECONDS);
            }

            assertThat(calls("get")).isEqualTo(3);
            assertThat(calls("mget")).isZero();
        }
    }

    @Test
    void absentAndWrongValues_areToldAsByAGet_andCostTheOthersNothing() throws Exception {
        plain.commands().rpush(UserKeys.bytes(9_001), new byte[] {1}).get(5, TimeUnit.SECONDS);
        plain.commands().set(UserKeys.bytes(9_002), new byte[] {1, 2, 3}).get(5, TimeUnit.SECONDS);
        try (LettuceRepositories repositories = connect(RedisSettings.builder(redis.uri()))) {
            List<CompletableFuture<Optional<StoredUser>>> answers =
                    inOneTurn(repositories, new long[] {1, 9_000, 9_001, 9_002, 2}, LONG);

            assertThat(answers.get(0).get(30, TimeUnit.SECONDS)).isPresent();
            assertThat(answers.get(1).get(30, TimeUnit.SECONDS)).isEmpty();
            assertThat(failure(answers.get(2))).hasMessageContaining("WRONGTYPE");
            assertThat(failure(answers.get(3))).hasMessageContaining("value of user:9002 is no user");
            assertThat(answers.get(4).get(30, TimeUnit.SECONDS)).isPresent();
            assertThat(calls("get"))
                    .as("asked again: the absent one and the list")
                    .isEqualTo(2);
        }
    }

    @Test
    void whileRedisIsFrozen_eachReadEndsInItsOwnTime_andTheBoundCountsReads() throws Exception {
        long pid = redis.processId().orElseThrow();
        try (LettuceRepositories repositories =
                connect(RedisSettings.builder(redis.uri()).requestQueueSize(50))) {
            Signals.send("STOP", pid);
            List<CompletableFuture<Optional<StoredUser>>> early;
            try {
                early = inOneTurn(repositories, LongStream.rangeClosed(1, 80).toArray(), Duration.ofMillis(50));
                for (int i = 0; i < 80; i++) {
                    assertThat(failure(early.get(i)).reason()).isEqualTo(i < 50 ? Reason.TIMEOUT : Reason.QUEUE_FULL);
                }
            } finally {
                Signals.send("CONT", pid);
            }

            Eventually.isTrue("users are found again", () -> works(repositories));
        }
    }

    @Test
    void afterRedisIsKilled_everyReadOfATurnFails() throws Exception {
        long pid = redis.processId().orElseThrow();
        try (LettuceRepositories repositories = connect(RedisSettings.builder(redis.uri()))) {
            Signals.send("STOP", pid);
            List<CompletableFuture<Optional<StoredUser>>> answers =
                    inOneTurn(repositories, LongStream.rangeClosed(1, 100).toArray(), LONG);
            Signals.send("KILL", pid);

            for (CompletableFuture<Optional<StoredUser>> answer : answers) {
                assertThat(failure(answer).reason()).isIn(Reason.DISCONNECTED, Reason.TIMEOUT);
            }
        }
    }

    private LettuceRepositories connect(RedisSettings.Builder settings) {
        return LettuceRepositories.connect(settings.commandTimeout(LONG).build(), loop);
    }

    /** What was asked for in one task is asked for before the loop runs its next one. */
    private List<CompletableFuture<Optional<StoredUser>>> inOneTurn(
            LettuceRepositories repositories, long[] ids, Duration atMost) throws Exception {
        return loop.submit(() -> {
                    List<CompletableFuture<Optional<StoredUser>>> answers = new ArrayList<>();
                    for (long id : ids) {
                        answers.add(repositories.users().findAsync(id, atMost).toCompletableFuture());
                    }
                    return answers;
                })
                .get(30, TimeUnit.SECONDS);
    }

    private static boolean works(LettuceRepositories repositories) {
        try {
            return repositories.users().find(1, LONG).isPresent();
        } catch (RedisUnavailableException e) {
            return false;
        }
    }

    private static RedisUnavailableException failure(CompletableFuture<?> answer) throws Exception {
        Throwable thrown = answer.handle((value, failure) -> failure).get(30, TimeUnit.SECONDS);
        assertThat(thrown).isNotNull();
        return thrown instanceof RedisUnavailableException direct
                ? direct
                : (RedisUnavailableException) Objects.requireNonNull(thrown.getCause());
    }

    /** How often Redis has run a command since it started. */
    private long calls(String command) throws Exception {
        Matcher matcher = Pattern.compile("cmdstat_" + command + ":calls=(\\d+)")
                .matcher(plain.commands().info("commandstats").get(5, TimeUnit.SECONDS));
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
