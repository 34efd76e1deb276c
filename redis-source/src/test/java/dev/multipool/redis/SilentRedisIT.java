package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.multipool.redis.RedisUnavailableException.Reason;
import dev.multipool.redis.source.RedisServers;
import dev.multipool.redis.source.RedisServers.Server;
import dev.multipool.rpc.protocol.proxy.AnswerRule;
import dev.multipool.rpc.protocol.proxy.FaultProxy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that stay open and bring no reply, or none that is of use; new ones do. */
@Execution(ExecutionMode.CONCURRENT)
class SilentRedisIT {
    private static final int USERS = 8;
    private static final byte[] HUGE = "$500000000\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final StoredUser USER = StoredUser.of(SampleUsers.user(1, 1));

    private final RedisServers servers = new RedisServers();

    @SuppressWarnings("NullAway.Init") // start sets it
    private FaultProxy proxy;

    @SuppressWarnings("NullAway.Init") // connect sets it
    private LettuceRepositories repositories;

    @AfterEach
    void close() throws IOException {
        if (repositories != null) {
            repositories.close();
        }
        if (proxy != null) {
            proxy.close();
        }
        servers.close();
    }

    @ParameterizedTest
    @EnumSource(RedisTopology.class)
    void blackhole_ofTheOpenConnections_isLeft_forNewOnes_andCallersFailFastMeanwhile(RedisTopology topology)
            throws Exception {
        connect(topology, builder -> builder);

        proxy.applyToOpenConnections(AnswerRule.MUTE);
        Set<Reason> reasons = reasonsUntilServed();

        assertThat(reasons).contains(Reason.TIMEOUT).isSubsetOf(Reason.TIMEOUT, Reason.DISCONNECTED);
        assertThat(repositories.reconnects()).isPositive();
        assertThat(repositories.droppedConnections()).isPositive();
    }

    @Test
    void lostReply_afterWhichEachComesTooLate_costsTheConnection() throws Exception {
        connect(RedisTopology.STANDALONE, builder -> builder);
        AtomicBoolean lost = new AtomicBoolean();

        proxy.applyToOpenConnections((piece, side) -> {
            if (lost.getAndSet(true)) {
                side.write(piece);
            }
        });
        reasonsUntilServed();

        assertThat(repositories.droppedConnections()).isEqualTo(1);
        assertThat(repositories.reconnects()).isEqualTo(1);
    }

    /** Callers that wait for nobody: each reply meets a call that still waits for it, and is another one's. */
    @Test
    void lostReply_afterWhichEachCallGetsAnothersValue_costsTheConnection() throws Exception {
        connect(RedisTopology.STANDALONE, builder -> builder);
        AtomicInteger rightInARow = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            for (int i = 0; !over.get(); i++) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
                repositories
                        .users()
                        .findAsync(1 + i % USERS, Duration.ofSeconds(5))
                        .whenComplete((user, failure) ->
                                rightInARow.updateAndGet(before -> failure == null ? before + 1 : 0));
            }
        });
        caller.start();
        AtomicBoolean lost = new AtomicBoolean();

        proxy.applyToOpenConnections((piece, side) -> side.write(lost.getAndSet(true) ? piece : new byte[0]));
        Eventually.isTrue("the connection is dropped", () -> repositories.droppedConnections() == 1);

        Eventually.isTrue("calls get their own values", () -> rightInARow.get() > 2 * USERS);
        over.set(true);
        caller.join(10_000);
    }

    @Test
    void impossibleReply_thatSwallowsAllLaterOnes_costsTheConnection() throws Exception {
        connect(RedisTopology.STANDALONE, builder -> builder);
        AtomicBoolean begun = new AtomicBoolean();

        proxy.applyToOpenConnections((piece, side) -> side.write(begun.getAndSet(true) ? piece : HUGE));
        reasonsUntilServed();

        assertThat(repositories.droppedConnections()).isEqualTo(1);
    }

    @Test
    void replyThatTricklesForEver_costsTheConnection_thoughBytesCome() throws Exception {
        connect(RedisTopology.STANDALONE, builder -> builder.commandTimeout(Duration.ofMillis(100))
                .silenceTimeout(Duration.ofMillis(200)));

        proxy.applyToOpenConnections((piece, side) -> {
            side.write(HUGE);
            while (true) {
                side.write(new byte[] {'x'});
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        });
        reasonsUntilServed();

        assertThat(repositories.droppedConnections()).isEqualTo(1);
    }

    /** Each reply comes when its caller and the next one have given up. */
    @Test
    void lateReplies_areWaitedFor_andKeepTheConnection() throws Exception {
        connect(RedisTopology.STANDALONE, builder -> builder.silenceTimeout(Duration.ofSeconds(1)));
        AtomicBoolean late = new AtomicBoolean(true);
        AtomicInteger givenUp = new AtomicInteger();

        AnswerRule rule = (piece, side) -> {
            int before = givenUp.get();
            while (late.get() && givenUp.get() < before + 2) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            side.write(piece);
        };
        proxy.applyToOpenConnections(rule);
        for (String told : List.of("no answer within", "replies come too late", "no answer within")) {
            Eventually.isTrue(told, () -> {
                RedisUnavailableException failure = catchThrowableOfType(
                        RedisUnavailableException.class,
                        () -> repositories.users().find(1, Duration.ofSeconds(5)));
                givenUp.incrementAndGet();
                assertThat(failure.reason()).isEqualTo(Reason.TIMEOUT);
                return String.valueOf(failure.getMessage()).contains(told);
            });
        }
        late.set(false);
        reasonsUntilServed();

        assertThat(repositories.droppedConnections()).isZero();
        assertThat(repositories.reconnects()).isZero();
    }

    /** What callers are told until one of them is served, each read in turn by a blocking and an asynchronous caller. */
    private Set<Reason> reasonsUntilServed() {
        Set<Reason> reasons = EnumSet.noneOf(Reason.class);
        Eventually.isTrue("users are found again", () -> {
            Optional<Reason> blocking = failure();
            Optional<Reason> asynchronous = asyncFailure();
            blocking.ifPresent(reasons::add);
            asynchronous.ifPresent(reasons::add);
            return blocking.isEmpty() && asynchronous.isEmpty();
        });
        return reasons;
    }

    private Optional<Reason> failure() {
        try {
            assertThat(repositories.users().find(1, Duration.ofSeconds(5))).contains(USER);
            return Optional.empty();
        } catch (RedisUnavailableException e) {
            return Optional.of(e.reason());
        }
    }

    private Optional<Reason> asyncFailure() {
        try {
            assertThat(repositories
                            .users()
                            .findAsync(1, Duration.ofSeconds(5))
                            .toCompletableFuture()
                            .join())
                    .contains(USER);
            return Optional.empty();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RedisUnavailableException unavailable) {
                return Optional.of(unavailable.reason());
            }
            throw e;
        }
    }

    /** Changes the settings that a test cares for. */
    @FunctionalInterface
    private interface Change {
        RedisSettings.Builder to(RedisSettings.Builder builder);
    }

    private void connect(RedisTopology topology, Change change) throws IOException {
        RedisTarget target = start(topology).build();
        new UserSeeder(Readers.patient(target)).seed(USERS, 1, progress -> {});
        repositories = LettuceRepositories.connect(
                change.to(RedisSettings.builder(target)).build());
        Eventually.isTrue("users are found", () -> failure().isEmpty());
    }

    /** Starts the servers, with the proxy as what everybody takes for the master. */
    private RedisTarget.Builder start(RedisTopology topology) throws IOException {
        switch (topology) {
            case STANDALONE -> {
                proxy = new FaultProxy("127.0.0.1", servers.start().port());
                return Readers.target("redis://127.0.0.1:" + proxy.port());
            }
            case SENTINEL -> {
                Server master = servers.start();
                proxy = new FaultProxy("127.0.0.1", master.port());
                Server sentinel = servers.startSentinel("users", new Server(proxy.port(), 0, master.commands()));
                return Readers.target("redis-sentinel://" + sentinel.hostAndPort() + "#users");
            }
            case CLUSTER -> {
                Server master = servers.startCluster(1).get(0);
                proxy = new FaultProxy("127.0.0.1", master.port());
                master.commands().text("CONFIG", "SET", "cluster-announce-port", Integer.toString(proxy.port()));
                return Readers.target("redis-cluster://127.0.0.1:" + proxy.port());
            }
        }
        throw new AssertionError(topology);
    }
}
