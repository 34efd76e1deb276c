package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.Pools;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.Hostility.Manner;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A stop keeps to its time, whatever the machine and the handlers do, and whoever calls it how often. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class StopIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Hostility handler = new Hostility(Manner.NEVER_RETURNS, () -> {});
    /** How much of the machine's time a reading of the clock stands for. */
    private final AtomicLong stepNanos = new AtomicLong();

    private final AtomicLong skippedNanos = new AtomicLong();
    private final AtomicReference<Throwable> thrown = new AtomicReference<>();
    private RpcServer server;
    private RpcClient client;

    @BeforeEach
    void start() throws IOException {
        server = RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .pool(Pools.create(PoolConfig.parse("business", "fixed:threads=2,queue=10")))
                .clock(() -> System.nanoTime() + skippedNanos.addAndGet(stepNanos.get()))
                .blocking(Echo.BLOCKING, "business", (request, call) -> handler.strikeOr(request))
                .async(Echo.ASYNC, (request, call) -> CompletableFuture.completedFuture(handler.strikeOr(request)))
                .async(Echo.method("test.v1.Echo", "Echo", "stop"), (request, call) -> {
                    try {
                        server.stop(LONG);
                    } catch (Throwable t) {
                        thrown.set(t);
                    }
                    return CompletableFuture.completedFuture(request);
                })
                .build();
        server.start();
        client = RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .eventLoops(1)
                .build();
        handler.arm(0);
    }

    @AfterEach
    void end() {
        stepNanos.set(0);
        handler.disarm();
        client.close();
        server.stop(Duration.ZERO);
        eventually("the pool has ended", () -> server.pools().stream().allMatch(MeasuredPool::isTerminated));
    }

    /** On a machine where each look at the calls takes a second: the drain is over when its time is. */
    @Test
    void drain_endsByTheClock_notByTheNumberOfItsLooks() throws Exception {
        CompletableFuture<UserInfo> running = callHeld();
        stepNanos.set(TimeUnit.SECONDS.toNanos(1));

        long begun = System.nanoTime();
        assertThat(server.stop(Duration.ofSeconds(20))).isFalse();

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
        eventually("its caller knows", running::isCompletedExceptionally);
    }

    @Test
    void secondStop_waitsForTheFirstNoLongerThanItsOwnTime_andReturnsWhatThatReturns() throws Exception {
        CompletableFuture<UserInfo> running = callHeld();
        CompletableFuture<Boolean> first = CompletableFuture.supplyAsync(() -> server.stop(LONG));
        eventually("the first one stops", () -> server.state() == RpcServer.State.STOPPING);

        long begun = System.nanoTime();
        assertThat(server.stop(Duration.ZERO)).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
        assertThat(first).isNotDone();
        CompletableFuture<Boolean> third = CompletableFuture.supplyAsync(() -> server.stop(LONG));
        handler.disarm();

        assertThat(first.get()).isTrue();
        assertThat(third.get()).isTrue();
        assertThat(running.get()).isEqualTo(Echo.user(1));
        assertThat(server.stop(Duration.ZERO)).isTrue();
    }

    @Test
    void secondStop_afterOneThatWasNotDrained_saysSoToo() throws Exception {
        CompletableFuture<UserInfo> running = callHeld();
        stepNanos.set(TimeUnit.SECONDS.toNanos(1));

        assertThat(server.stop(Duration.ofMillis(1))).isFalse();

        assertThat(server.state()).isEqualTo(RpcServer.State.TERMINATED);
        assertThat(server.stop(Duration.ZERO)).isFalse();
        assertThat(server.stop(LONG)).isFalse();
        eventually("its caller knows", running::isCompletedExceptionally);
    }

    @Test
    void stopOnAnEventLoop_isRefusedAndStopsNothing() throws Exception {
        client.call(Echo.method("test.v1.Echo", "Echo", "stop"), Echo.user(1), TIMEOUT)
                .get();

        assertThatIllegalStateException()
                .isThrownBy(() -> {
                    throw thrown.get();
                })
                .withMessageStartingWith("stop on rpc-io")
                .withMessageContaining("(expected: any thread but the server's event loops");
        assertThat(server.state()).isEqualTo(RpcServer.State.RUNNING);
        handler.disarm();
        assertThat(client.call(Echo.BLOCKING, Echo.user(2), TIMEOUT).get()).isEqualTo(Echo.user(2));
    }

    /** Its handler keeps the one event loop, so that nothing can be written or closed on it; each look takes a second. */
    @Test
    void stop_whileAnEventLoopIsHeld_endsByTheClock() throws Exception {
        CompletableFuture<UserInfo> call = holdTheLoop();
        stepNanos.set(TimeUnit.SECONDS.toNanos(1));

        assertStopsWithin(RpcServer.STOP_BOUND, call);
    }

    @Test
    @Tag("full")
    void stop_whileAnEventLoopIsHeld_keepsItsBound() throws Exception {
        assertStopsWithin(RpcServer.STOP_BOUND, holdTheLoop());
    }

    private CompletableFuture<UserInfo> holdTheLoop() {
        CompletableFuture<UserInfo> call = client.call(Echo.ASYNC, Echo.user(1), TIMEOUT);
        eventually("the loop is held", () -> handler.strikes() == 1);
        return call;
    }

    private void assertStopsWithin(Duration bound, CompletableFuture<UserInfo> call) {
        long begun = System.nanoTime();
        assertThat(server.stop(Duration.ofMillis(100))).isFalse();

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(bound.plus(Duration.ofSeconds(5)));
        assertThat(server.state()).isEqualTo(RpcServer.State.TERMINATED);
        stepNanos.set(0);
        handler.disarm();
        eventually("the call has ended", call::isDone);
        eventually("nothing is in flight", () -> server.callsInFlight() == 0);
    }

    @Test
    void drainTimeout_tooLongToBeCounted_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RpcServer.builder()
                        .drainTimeout(Duration.ofMinutes(999_999_999))
                        .build())
                .withMessage("drainTimeout: PT16666666H39M (expected: >= 0, <= PT168H)");
    }

    @Test
    void stop_ofAServerThatWasNeverStarted_ends() {
        RpcServer idle = RpcServer.builder().build();

        assertThat(idle.stop(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        assertThat(idle.state()).isEqualTo(RpcServer.State.TERMINATED);
    }

    private CompletableFuture<UserInfo> callHeld() {
        CompletableFuture<UserInfo> call = client.call(Echo.BLOCKING, Echo.user(1), TIMEOUT);
        eventually("its handler runs", () -> handler.strikes() == 1);
        return call;
    }
}
