package dev.multipool.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.ScriptedRpcServer;
import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class ClosedLoopGeneratorIT {
    private static final int USERS = 8;
    private static final Duration WARMUP = Duration.ofMillis(300);
    private static final Duration WINDOW = Duration.ofMillis(900);
    /** Long enough for a machine that has other work, too. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(100);

    private final ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests();

    /** The first run of a JVM loads classes for longer than the short windows here last. */
    @BeforeAll
    static void warmTheJvmUp() throws InterruptedException {
        try (ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests()) {
            generator(new LoadPlan(
                            "127.0.0.1", server.port(), 2, 2, Duration.ZERO, Duration.ofSeconds(1), TIMEOUT, 10, 1))
                    .run();
        }
    }

    @AfterEach
    void closeServer() {
        server.close();
    }

    @Test
    void run_aServerThatAnswers_measuresTheWindowAlone() throws Exception {
        server.always(Step.after(Duration.ofMillis(2), Step.answer()));
        ClosedLoopGenerator generator = generator();

        LoadResult result = generator.run();

        assertThat(result.errors()).isEmpty();
        assertThat(result.notFound()).isZero();
        assertThat(result.calls()).isPositive();
        assertThat(result.measuredSeconds()).isEqualTo(0.9);
        assertThat(result.throughputPerSecond()).isEqualTo(result.calls() / 0.9);
        assertThat(result.callsPerSecond()).containsExactly(result.calls());
        // 8 users, each call at least 2 ms
        assertThat(result.throughputPerSecond()).isLessThan(USERS / 0.002);
        assertThat(result.responseTime().p50Millis()).isGreaterThanOrEqualTo(1.9);
        assertThat(result.responseTime().maxMillis())
                .isGreaterThanOrEqualTo(result.responseTime().p999Millis());
        assertThat(result.generatorCpuCores()).isPositive();
        assertThat(result.serverCpuCores()).isNull();
        assertConserved(generator, result);
        assertThat(generator.counts().endedInWarmup()).isPositive();
    }

    @Test
    void run_withAServerPid_measuresItsCpu() throws Exception {
        LoadPlan plan = plan();
        long ownPid = ProcessHandle.current().pid();

        LoadResult result = new ClosedLoopGenerator(
                        plan, GeneratorSettings.of(plan).withServerPid(ownPid), ProgressListener.NONE)
                .run();

        assertThat(result.serverCpuCores()).isPositive();
    }

    @Test
    void run_aServerThatRejectsAll_isAskedNoFasterThanTheBackoffAllows() throws Exception {
        server.always(Step.error(RpcErrorCode.ELIMIT, "full"));
        ClosedLoopGenerator generator = generator();

        LoadResult result = generator.run();

        long mostPerUser = WARMUP.plus(WINDOW).dividedBy(LoadPlan.DEFAULT_REJECT_BACKOFF) + 1;
        assertThat(server.requestCount()).isLessThanOrEqualTo(USERS * mostPerUser);
        assertThat(result.calls()).isZero();
        assertThat(result.errors()).containsOnlyKeys("ELIMIT");
        assertThat(result.responseTime().p99Millis()).isZero();
        assertThat(result.invalidReasons()).contains("no call was answered without an error");
        assertConserved(generator, result);
    }

    @Test
    void run_aServerThatResets_goesOnWhenConnectionsAreBack() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        server.choose(() -> requests.incrementAndGet() % 500 == 0 ? Step.reset() : Step.answer());
        ClosedLoopGenerator generator = generator();

        LoadResult result = generator.run();

        assertThat(result.calls()).isPositive();
        assertThat(result.errors()).containsOnlyKeys("EFAILEDSOCKET");
        assertConserved(generator, result);
    }

    @Test
    void run_aServerThatGoesAway_endsByItself() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        server.choose(() -> {
            if (requests.incrementAndGet() == 200) {
                new Thread(server::close, "goes-away").start();
            }
            return Step.answer();
        });
        ClosedLoopGenerator generator = generator();

        LoadResult result = generator.run();

        assertThat(result.errors()).containsOnlyKeys("EFAILEDSOCKET");
        assertConserved(generator, result);
    }

    @Test
    void run_aServerThatIsTooSlow_countsTimeouts() throws Exception {
        server.always(Step.after(SHORT_TIMEOUT.multipliedBy(10), Step.answer()));
        ClosedLoopGenerator generator = generator(plan(SHORT_TIMEOUT));

        LoadResult result = generator.run();

        assertThat(result.calls()).isZero();
        assertThat(result.errors()).containsOnlyKeys("ERPCTIMEDOUT");
        assertConserved(generator, result);
    }

    @Test
    void run_wrongAndMissingUsers_areToldApart() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        server.choose(() -> switch (requests.incrementAndGet() % 10) {
            case 0 -> Step.answer(ScriptedRpcServer.userAnswer(-1));
            case 1 -> Step.answer(FindUserInfoResponse.getDefaultInstance());
            default -> Step.answer();
        });
        ClosedLoopGenerator generator = generator();

        LoadResult result = generator.run();

        assertThat(result.errors()).containsOnlyKeys(ClosedLoopUser.WRONG_ANSWER);
        assertThat(result.notFound()).isPositive().isLessThan(result.calls());
        assertConserved(generator, result);
    }

    @Test
    void stop_endsTheRunEarly_andTheResultSaysSo() throws Exception {
        LoadPlan longPlan = new LoadPlan(
                "127.0.0.1", server.port(), USERS, 2, Duration.ZERO, Duration.ofMinutes(10), TIMEOUT, 1_000, 1);
        List<Progress> seen = new ArrayList<>();
        AtomicInteger reports = new AtomicInteger();
        ClosedLoopGenerator[] self = new ClosedLoopGenerator[1];
        ClosedLoopGenerator generator =
                new ClosedLoopGenerator(longPlan, new GeneratorSettings(1, null, List.of()), progress -> {
                    seen.add(progress);
                    if (reports.incrementAndGet() == 2) {
                        self[0].stop();
                    }
                });
        self[0] = generator;

        LoadResult result = generator.run();

        assertThat(result.measuredSeconds()).isBetween(1.9, 30.0);
        assertThat(result.invalidReasons().get(0)).startsWith("stopped early: ").endsWith(" of 600.0 s were measured");
        assertThat(seen).hasSize(2).allMatch(progress -> progress.throughputPerSecond() > 0 && !progress.warmingUp());
        assertConserved(generator, result);
    }

    @Test
    void run_twice_isRefused() throws Exception {
        ClosedLoopGenerator generator = generator();
        generator.run();

        assertThatIllegalStateException().isThrownBy(generator::run);
    }

    @Test
    void run_nobodyListens_failsWithOneLine() {
        server.close();

        assertThatThrownBy(() -> generator().run())
                .isInstanceOf(RpcException.class)
                .hasMessageContaining("cannot connect to 127.0.0.1:" + server.port());
    }

    @Test
    void constructor_moreEventLoopsThanConnections_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClosedLoopGenerator(
                        plan(), new GeneratorSettings(3, null, List.of()), ProgressListener.NONE))
                .withMessage("eventLoops: 3 (expected: <= connections: 2)");
    }

    private LoadPlan plan() {
        return plan(TIMEOUT);
    }

    private LoadPlan plan(Duration callTimeout) {
        return new LoadPlan("127.0.0.1", server.port(), USERS, 2, WARMUP, WINDOW, callTimeout, 1_000, 1);
    }

    private ClosedLoopGenerator generator() {
        return generator(plan());
    }

    private static ClosedLoopGenerator generator(LoadPlan plan) {
        return new ClosedLoopGenerator(plan, GeneratorSettings.of(plan), ProgressListener.NONE);
    }

    private static void assertConserved(ClosedLoopGenerator generator, LoadResult result) {
        LoadCounts counts = generator.counts();
        assertThat(counts.ended()).isEqualTo(counts.sent());
        assertThat(result.calls() + result.errorCount())
                .isEqualTo(counts.sent() - counts.endedInWarmup() - counts.endedAfterwards());
        assertThat(result.invalidReasons()).noneMatch(reason -> reason.startsWith("calls were lost"));
    }
}
