package dev.multipool.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.bench.baidustd.BaiduStd;
import dev.multipool.bench.call.Call;
import dev.multipool.bench.machine.GcPauses;
import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.bench.measure.LoadCounts;
import dev.multipool.bench.plan.CallKind;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadModel.ClosedLoop;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadPlan.Timing;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.plan.Plans;
import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadInterval;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.bench.result.LoadResultSchema;
import dev.multipool.bench.result.Percentiles;
import dev.multipool.bench.stall.Stall;
import dev.multipool.bench.stall.StallLog;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.ScriptedRpcServer;
import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@ExtendWith(LeakCheck.class)
@Execution(ExecutionMode.CONCURRENT)
class LoadGeneratorIT {
    private static final long MILLI = 1_000_000;
    private static final int USERS = 8;
    private static final Duration WARMUP = Duration.ofMillis(300);
    /** Longer than a machine that has other work stands still. */
    private static final Duration WINDOW = Duration.ofSeconds(2);
    /** Long enough for a machine that has other work, too. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** Longer than any test here. */
    private static final Duration FOR_EVER = Duration.ofMinutes(10);

    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(100);

    private final ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests();

    /** The first run of a JVM loads classes for longer than the short windows here last. */
    @BeforeAll
    static void warmTheJvmUp() throws InterruptedException {
        try (ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests()) {
            generator(Plans.at(server.port(), ClosedLoop.of(2), 2, new Timing(Duration.ZERO, Plans.SECOND, TIMEOUT)))
                    .run();
        }
    }

    /** A server that answers at once would keep the cores busy, which the tests share. */
    @BeforeEach
    void answerAfterTwoMillis() {
        server.always(Step.after(Duration.ofMillis(2), Step.answer()));
    }

    @AfterEach
    void closeServer() {
        server.close();
    }

    @Test
    void run_aServerThatAnswers_measuresTheWindowAlone() throws Exception {
        LoadGenerator generator = generator();

        LoadResult result = generator.run();

        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().notFound()).isZero();
        assertThat(result.noise().raw().calls()).isPositive();
        assertThat(result.noise().raw().seconds()).isEqualTo(2);
        assertThat(result.noise().raw().throughputPerSecond())
                .isEqualTo(result.noise().raw().calls() / 2.0);
        assertThat(result.counts().throughputPerSecond())
                .isEqualTo(result.counts().calls() / result.counts().measuredSeconds());
        assertThat(result.counts().callsPerSecond()).hasSize(2);
        assertThat(result.counts().callsPerSecond().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(result.noise().raw().calls());
        // 8 users, each call at least 2 ms
        assertThat(result.counts().throughputPerSecond()).isLessThan(USERS / 0.002);
        assertThat(result.times().responseTime().p50Millis()).isGreaterThanOrEqualTo(1.9);
        assertThat(result.times().responseTime().maxMillis())
                .isGreaterThanOrEqualTo(result.times().responseTime().p999Millis());
        assertThat(result.use().generatorCpuCores()).isPositive();
        assertThat(result.use().resources().serverGc()).isNull();
        // a frame has 12 bytes before its meta
        assertThat(result.use().resources().sentBytesPerSecond())
                .isGreaterThan(12 * result.counts().throughputPerSecond() / 2);
        assertThat(result.use().resources().receivedBytesPerSecond())
                .isGreaterThan(12 * result.counts().throughputPerSecond() / 2);
        assertThat(result.use().serverCpuCores()).isNull();
        assertConserved(generator, result);
        assertThat(generator.counts().endedInWarmup()).isPositive();
    }

    @Test
    void run_withAServerPid_measuresItsCpu() throws Exception {
        LoadPlan plan = plan();
        long ownPid = ProcessHandle.current().pid();

        LoadResult result = new LoadGenerator(
                        plan,
                        GeneratorSettings.of(plan).withWatched(WatchedMachine.WHOLE.withServerPid(ownPid)),
                        ProgressListener.NONE,
                        BaiduStd.PLAIN)
                .run();

        assertThat(result.use().serverCpuCores()).isPositive();
    }

    @Test
    void run_withTheServersGcLog_tellsItsPausesOfTheWindow(@TempDir Path directory) throws Exception {
        Path log = Files.writeString(directory.resolve("gc.log"), "[0.1s][info][gc] GC(0) Pause Young (x) 77.000ms\n");
        LoadPlan plan = Plans.at(server.port(), ClosedLoop.of(USERS), 2, new Timing(WARMUP, FOR_EVER, TIMEOUT));

        LoadResult result = runUntil(
                plan, GeneratorSettings.of(plan).withWatched(WatchedMachine.WHOLE.withServerGcLog(log)), progress -> {
                    append(log, "[0.9s][info][gc] GC(1) Pause Young (y) 12.500ms\n");
                    return true;
                });

        assertThat(result.use().resources().serverGc()).isEqualTo(new GcPauses(1, 12.5, 12.5));
    }

    /** The window's first calls, 150 ms of it, are slow: one as long as planned would not be steady. */
    @Test
    void run_thatIsNotSteady_goesOnWhereItMay() throws Exception {
        Duration planned = Duration.ofMillis(400);
        LoadPlan plan = Plans.at(
                server.port(),
                ClosedLoop.of(USERS),
                2,
                new Timing(WARMUP, planned, TIMEOUT).withLongest(Duration.ofSeconds(5)));
        AtomicBoolean begun = new AtomicBoolean();
        AtomicInteger slow = new AtomicInteger(3 * USERS);
        server.choose(() -> !begun.get() || slow.getAndDecrement() > 0
                ? Step.after(Duration.ofMillis(50), Step.answer())
                : Step.after(Duration.ofMillis(2), Step.answer()));

        LoadResult result = new LoadGenerator(
                        plan,
                        GeneratorSettings.of(plan),
                        new ProgressListener() {
                            @Override
                            public void onProgress(Progress progress) {}

                            @Override
                            public void onWindow() {
                                begun.set(true);
                            }
                        },
                        BaiduStd.PLAIN)
                .run();

        assertThat(result.noise().raw().seconds()).isGreaterThan(1.5 * planned.toMillis() / 1e3);
    }

    @Test
    void intervals_togetherAreTheWindow() throws Exception {
        LoadPlan plan = Plans.at(server.port(), ClosedLoop.of(USERS), 2, new Timing(WARMUP, WINDOW, TIMEOUT));
        server.enqueue(Step.error(RpcErrorCode.ELIMIT, "full"));
        LoadGenerator generator = generator(plan);

        LoadResult result = generator.run();

        List<LoadInterval> intervals = generator.intervals().stream().toList();
        Histogram raw = new Histogram(3);
        Histogram corrected = new Histogram(3);
        intervals.forEach(interval -> {
            raw.add(interval.responseNanos());
            corrected.add(Objects.requireNonNull(interval.correctedNanos()));
        });
        assertThat(Percentiles.of(raw)).isEqualTo(result.noise().raw().responseTime());
        assertThat(raw.getTotalCount()).isEqualTo(result.noise().raw().calls());
        assertThat(Percentiles.of(corrected))
                .isEqualTo(Percentiles.of(
                        Objects.requireNonNull(result.times().corrected()).correct(raw)));
        assertThat(intervals.stream().mapToLong(LoadInterval::failed).sum()).isEqualTo(rawErrors(result));
        assertThat(intervals.stream().mapToDouble(LoadInterval::seconds).sum()).isCloseTo(2, within(1e-6));
        assertThat(intervals.get(0).startSeconds()).isZero();
        assertThat(intervals).allMatch(interval -> interval.serviceNanos() == null);
        assertThat(generator.intervals().startedAt()).isEqualTo(result.setup().startedAt());
    }

    @Test
    void run_aServerThatRejectsAll_isAskedNoFasterThanTheBackoffAllows() throws Exception {
        server.always(Step.error(RpcErrorCode.ELIMIT, "full"));
        LoadGenerator generator = generator();

        LoadResult result = generator.run();

        long mostPerUser = WARMUP.plus(WINDOW).dividedBy(ClosedLoop.DEFAULT_REJECT_BACKOFF) + 1;
        assertThat(server.requestCount()).isLessThanOrEqualTo(USERS * mostPerUser);
        assertThat(result.counts().calls()).isZero();
        assertThat(result.noise().raw().errors()).containsOnlyKeys("ELIMIT");
        assertThat(result.times().responseTime().p99Millis()).isZero();
        assertThat(result.invalidReasons()).extracting(InvalidReason::fault).contains(Fault.NO_ANSWERS);
        assertConserved(generator, result);
    }

    @Test
    void run_aServerThatResets_goesOnWhenConnectionsAreBack() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        server.choose(() -> requests.incrementAndGet() % 500 == 0 ? Step.reset() : Step.answer());

        LoadResult result = runUntil(
                progress -> requests.get() > 2_000 && progress.errors() > 0 && progress.throughputPerSecond() > 0);

        assertThat(result.noise().raw().calls()).isGreaterThan(1_000);
        assertThat(result.noise().raw().errors()).containsOnlyKeys("EFAILEDSOCKET");
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

        LoadResult result = runUntil(progress -> progress.errors() > 0);

        assertThat(result.noise().raw().errors()).containsOnlyKeys("EFAILEDSOCKET");
    }

    @Test
    void run_aServerThatIsTooSlow_countsTimeouts() throws Exception {
        server.always(Step.after(FOR_EVER, Step.answer()));

        LoadResult result = runUntil(untilStopped(SHORT_TIMEOUT), progress -> progress.errors() > 0);

        assertThat(result.counts().calls()).isZero();
        assertThat(result.noise().raw().errors()).containsOnlyKeys("ERPCTIMEDOUT");
    }

    @Test
    void run_wrongAndMissingUsers_areToldApart() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        server.choose(() -> switch (requests.incrementAndGet() % 10) {
            case 0 -> Step.answer(ScriptedRpcServer.userAnswer(-1));
            case 1 -> Step.answer(FindUserInfoResponse.getDefaultInstance());
            default -> Step.answer();
        });

        LoadResult result = runUntil(progress -> requests.get() > 100);

        assertThat(result.noise().raw().errors()).containsOnlyKeys(Call.WRONG_ANSWER);
        assertThat(result.noise().raw().notFound())
                .isPositive()
                .isLessThan(result.noise().raw().calls());
    }

    @Test
    void run_allThreeKindsOfCalls_areAskedByWeightAndAnsweredRightly() throws Exception {
        Map<String, LongAdder> asked = new ConcurrentHashMap<>();
        server.always(exchange -> {
            asked.computeIfAbsent(exchange.meta().getRequest().getMethodName(), name -> new LongAdder())
                    .increment();
            Step.answer().play(exchange);
        });

        LoadResult result = runUntil(mixed(), progress -> sum(asked) > 500);

        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().notFound()).isZero();
        assertThat(asked).containsOnlyKeys("findUserInfo", "queryItems", "delay");
        double all = sum(asked);
        // 5 standard deviations of 500 draws are 11 %
        assertThat(shareOf("findUserInfo", asked) / all).isBetween(0.39, 0.61);
        assertThat(shareOf("queryItems", asked) / all).isBetween(0.19, 0.41);
        assertThat(shareOf("delay", asked) / all).isBetween(0.09, 0.31);
    }

    @Test
    void run_itemsInAnotherOrder_areWrong() throws Exception {
        server.choose(() -> exchange -> {
            if (exchange.meta().getRequest().getMethodName().equals("queryItems")) {
                Step.answer(ScriptedRpcServer.itemsAnswer(List.of(3L, 2L, 1L))).play(exchange);
            } else {
                Step.answer().play(exchange);
            }
        });

        LoadResult result = runUntil(mixed(), progress -> progress.errors() > 0 && progress.throughputPerSecond() > 0);

        assertThat(result.noise().raw().errors()).containsOnlyKeys(Call.WRONG_ANSWER);
        assertThat(result.noise().raw().calls()).isPositive();
    }

    private static double sum(Map<String, LongAdder> asked) {
        return asked.values().stream().mapToLong(LongAdder::sum).sum();
    }

    private static double shareOf(String method, Map<String, LongAdder> asked) {
        return Objects.requireNonNull(asked.get(method)).sum();
    }

    /** Half users, 30 % three items, 20 % delays. */
    private LoadPlan mixed() {
        CallMix mix = new CallMix(
                Map.of(CallKind.FIND_USER_INFO, 50, CallKind.QUERY_ITEMS, 30, CallKind.MOCK_DELAY, 20),
                3,
                50,
                1_000_000,
                KeyDistribution.UNIFORM);
        LoadPlan plan = untilStopped(TIMEOUT);
        return new LoadPlan(plan.host(), plan.port(), plan.connections(), plan.load(), mix, plan.timing(), plan.seed());
    }

    @Test
    void stop_endsTheRunEarly_andTheResultSaysSo() throws Exception {
        LoadPlan longPlan = Plans.at(
                server.port(), ClosedLoop.of(USERS), 2, new Timing(Duration.ZERO, Duration.ofMinutes(10), TIMEOUT));
        List<Progress> seen = new ArrayList<>();
        AtomicInteger reports = new AtomicInteger();
        LoadGenerator[] self = new LoadGenerator[1];
        LoadGenerator generator = new LoadGenerator(
                longPlan,
                new GeneratorSettings(1, WatchedMachine.WHOLE),
                progress -> {
                    seen.add(progress);
                    if (reports.incrementAndGet() == 2) {
                        self[0].stop();
                    }
                },
                BaiduStd.PLAIN);
        self[0] = generator;

        LoadResult result = generator.run();

        assertThat(result.noise().raw().seconds()).isBetween(1.9, 30.0);
        assertThat(result.invalidReasons().get(0).text())
                .startsWith("stopped early: ")
                .endsWith(" of 600.0 s were measured");
        assertThat(seen).hasSize(2).allMatch(progress -> progress.throughputPerSecond() > 0 && !progress.warmingUp());
        assertConserved(generator, result);
    }

    /** The stall is one of 300 ms that the test alone knows of: it begins with the window's second second. */
    @Test
    void run_withAStallLog_leavesTheStallOut_andExtendsTheWindow(@TempDir Path directory) throws Exception {
        // so few calls that whether they are steady is not the machine's affair
        server.always(Step.after(Duration.ofMillis(50), Step.answer()));
        Path file = directory.resolve("stalls");
        StallLog log = StallLog.create(file);
        Timing timing = new Timing(WARMUP, Duration.ofSeconds(2), TIMEOUT).withLongest(FOR_EVER);
        LoadPlan plan = Plans.at(server.port(), ClosedLoop.of(USERS), 2, timing);
        AtomicInteger reports = new AtomicInteger();
        LoadGenerator generator = new LoadGenerator(
                plan,
                GeneratorSettings.of(plan).withWatched(WatchedMachine.WHOLE.withStallLog(file)),
                progress -> {
                    if (!progress.warmingUp() && reports.getAndIncrement() == 0) {
                        long nowNanos = System.nanoTime();
                        log.accept(new Stall(nowNanos - MILLI, nowNanos + 300 * MILLI, Stall.Cause.STOLEN, 0));
                    }
                },
                BaiduStd.PLAIN);

        LoadResult result = generator.run();

        assertThat(result.noise().disturbance().stalls()).isPositive();
        assertThat(result.noise().disturbance().disturbedSlices()).isGreaterThanOrEqualTo(4);
        assertThat(result.noise().disturbance().longestStallMillis()).isGreaterThanOrEqualTo(300.9);
        assertThat(result.counts().measuredSeconds()).isGreaterThanOrEqualTo(2);
        assertThat(result.noise().raw().seconds()).isGreaterThanOrEqualTo(2.4).isLessThan(60);
        assertThat(result.noise().raw().seconds() - result.counts().measuredSeconds())
                .isCloseTo(result.noise().disturbance().disturbedSlices() * 0.1, within(1e-9));
        assertThat(result.noise().raw().calls()).isGreaterThan(result.counts().calls());
        assertThat(result.invalidReasons())
                .extracting(InvalidReason::fault)
                .doesNotContain(Fault.STOPPED_EARLY, Fault.TOO_FEW_CLEAN_SLICES, Fault.STOLEN);
        LoadResultSchema.assertFits(LoadResultJson.toJson(result));
        assertConserved(generator, result);
    }

    @Test
    void settings_aStallLogThatIsMissing_isRefused(@TempDir Path directory) {
        Path missing = directory.resolve("stalls");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> GeneratorSettings.of(plan()).withWatched(WatchedMachine.WHOLE.withStallLog(missing)))
                .withMessage("stallLog: " + missing + " (expected: a file that can be read)");
    }

    @Test
    void openLoop_aServerThatRejectsAll_isAskedOnSchedule() throws Exception {
        server.always(Step.error(RpcErrorCode.ELIMIT, "full"));
        // more than are due while all stands still for some seconds: then they are sent late, but they are sent
        LoadGenerator generator = generator(openLoop(1_000, 10_000, TIMEOUT));

        LoadResult result = generator.run();

        LoadResult.Sending sending = Objects.requireNonNull(result.schedule().sending());
        assertThat(sending.intended())
                .isEqualTo(Math.round(1_000 * result.counts().measuredSeconds()));
        assertThat(sending.sendRateShare()).isEqualTo(1);
        assertThat(result.noise().raw().errors()).containsExactly(entry("ELIMIT", 2_000L));
        assertThat(result.counts().outcome()).isEqualTo(new LoadResult.Outcome(0, 0, result.errorCount(), 0));
        assertConserved(generator, result);
    }

    @Test
    void openLoop_aServerThatIsSilent_getsNoMoreThanTheBound_andTheResultSaysSo() throws Exception {
        server.always(Step.silence());
        LoadGenerator generator = generator(openLoop(1_000, 20, SHORT_TIMEOUT));

        LoadResult result = generator.run();

        LoadResult.Sending sending = Objects.requireNonNull(result.schedule().sending());
        assertThat(sending.intended())
                .isEqualTo(Math.round(1_000 * result.counts().measuredSeconds()));
        assertThat(sending.sent() + sending.notSent()).isEqualTo(sending.intended());
        // 20 at a time, each for the timeout
        assertThat(rawErrors(result)).isBetween(20L, 20 * WINDOW.dividedBy(SHORT_TIMEOUT) + 20);
        assertThat(result.noise().raw().errors()).containsOnlyKeys("ERPCTIMEDOUT");
        assertThat(result.invalidReasons()).extracting(InvalidReason::fault).contains(Fault.SCHEDULE_NOT_KEPT);
        assertConserved(generator, result);
    }

    @Test
    void openLoop_whoseNextCallIsFarAway_endsWithItsWindow() throws Exception {
        LoadGenerator generator = generator(openLoop(0.01, 20, TIMEOUT));
        long beginNanos = System.nanoTime();

        LoadResult result = generator.run();

        assertThat(Duration.ofNanos(System.nanoTime() - beginNanos)).isLessThan(Duration.ofSeconds(50));
        assertThat(Objects.requireNonNull(result.schedule().sending()).intended())
                .isZero();
    }

    private static void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void run_warmedUpByMoreUsers_measuresTheLoadsOwn() throws Exception {
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger mostInFlight = new AtomicInteger();
        server.choose(() -> {
            mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            return Step.after(Duration.ofMillis(5), exchange -> {
                inFlight.decrementAndGet();
                Step.answer().play(exchange);
            });
        });

        LoadResult result = generator(Plans.at(
                        server.port(), ClosedLoop.of(2), 2, new Timing(Plans.SECOND, (double) USERS, WINDOW, TIMEOUT)))
                .run();

        assertThat(mostInFlight).hasValue(USERS);
        // each of the two users waits for 5 ms, whatever the machine does
        assertThat((double) result.noise().raw().calls())
                .isPositive()
                .isLessThanOrEqualTo(2 * (result.noise().raw().seconds() / 0.005 + 1));
    }

    private LoadPlan openLoop(double ratePerSecond, int maxInFlight, Duration callTimeout) {
        return Plans.at(
                server.port(),
                new LoadModel.OpenLoop(ratePerSecond, LoadModel.Arrivals.CONSTANT, maxInFlight, LoadProfile.CONSTANT),
                2,
                new Timing(WARMUP, WINDOW, callTimeout));
    }

    @Test
    void run_twice_isRefused() throws Exception {
        LoadGenerator generator = generator(Plans.at(
                server.port(), ClosedLoop.of(2), 2, new Timing(Duration.ZERO, Duration.ofMillis(10), TIMEOUT)));
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
                .isThrownBy(() -> new LoadGenerator(
                        plan(), new GeneratorSettings(3, WatchedMachine.WHOLE), ProgressListener.NONE, BaiduStd.PLAIN))
                .withMessage("eventLoops: 3 (expected: <= connections: 2)");
    }

    private LoadPlan plan() {
        return plan(TIMEOUT);
    }

    private LoadPlan plan(Duration callTimeout) {
        return Plans.at(server.port(), ClosedLoop.of(USERS), 2, new Timing(WARMUP, WINDOW, callTimeout));
    }

    private LoadGenerator generator() {
        return generator(plan());
    }

    /** All window, and as long as it takes. */
    private LoadPlan untilStopped(Duration callTimeout) {
        return Plans.at(server.port(), ClosedLoop.of(USERS), 2, new Timing(Duration.ZERO, FOR_EVER, callTimeout));
    }

    private LoadResult runUntil(Predicate<Progress> enough) throws InterruptedException {
        return runUntil(untilStopped(TIMEOUT), enough);
    }

    private static LoadResult runUntil(LoadPlan plan, Predicate<Progress> enough) throws InterruptedException {
        return runUntil(plan, GeneratorSettings.of(plan), enough);
    }

    /** Looks about once a second of the window: how much happens in a given time is up to the machine. */
    private static LoadResult runUntil(LoadPlan plan, GeneratorSettings settings, Predicate<Progress> enough)
            throws InterruptedException {
        LoadGenerator[] self = new LoadGenerator[1];
        LoadGenerator generator = new LoadGenerator(
                plan,
                settings,
                progress -> {
                    if (!progress.warmingUp() && enough.test(progress)) {
                        self[0].stop();
                    }
                },
                BaiduStd.PLAIN);
        self[0] = generator;
        LoadResult result = generator.run();
        assertConserved(generator, result);
        return result;
    }

    private static LoadGenerator generator(LoadPlan plan) {
        return new LoadGenerator(plan, GeneratorSettings.of(plan), ProgressListener.NONE, BaiduStd.PLAIN);
    }

    private static long rawErrors(LoadResult result) {
        return result.noise().raw().errors().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static void assertConserved(LoadGenerator generator, LoadResult result) {
        LoadCounts counts = generator.counts();
        assertThat(counts.ended()).isEqualTo(counts.sent());
        assertThat(result.noise().raw().calls() + rawErrors(result))
                .isEqualTo(counts.sent() - counts.endedInWarmup() - counts.endedAfterwards());
        assertThat(result.invalidReasons()).extracting(InvalidReason::fault).doesNotContain(Fault.CALLS_LOST);
    }
}
