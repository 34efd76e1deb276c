package dev.multipool.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.bench.machine.EnvironmentProbe;
import dev.multipool.bench.machine.ResourceUsage;
import dev.multipool.bench.measure.Histograms;
import dev.multipool.bench.measure.LoadResults;
import dev.multipool.bench.measure.LoopRecorder;
import dev.multipool.bench.measure.MeasuredWindow;
import dev.multipool.bench.measure.SendRecorder;
import dev.multipool.bench.measure.SliceJudge;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadModel.ClosedLoop;
import dev.multipool.bench.plan.Plans;
import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.bench.result.Percentiles;
import dev.multipool.bench.stall.Stall;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * A pause as in {@link PlantedPauseIT}, on a clock that the test moves: 200 ms from 1400 ms on, in a window of 1000 ms to
 * 2000 ms. What is due or sent in it is answered when it ends.
 */
class PlantedPauseTest {
    private static final long MILLI = 1_000_000;
    private static final long PAUSE_BEGIN = 1_400 * MILLI;
    private static final long PAUSE_END = 1_600 * MILLI;
    private static final LoadModel.OpenLoop OPEN = Plans.constant(1_000);

    private final MeasuredWindow window = new MeasuredWindow(1_000 * MILLI, 1_000 * MILLI);
    private final SliceJudge judge = new SliceJudge(window, 0, false);
    private final PriorityQueue<Answer> answers = new PriorityQueue<>(Comparator.comparingLong(Answer::atNanos));
    private LoopRecorder recorder = new LoopRecorder(window, OPEN, Plans.SECOND);
    private long nowNanos;

    /**
     * A call is due each millisecond: 1000 in the window, of which 200 meet the pause and wait 200, 199 … 1 ms. So of the
     * 1000 in their order the 900th waits 100 ms, the 990th 190 ms, the 999th 199 ms.
     */
    @Test
    void openLoop_showsTheServersPauseExactlyAsComputedByHand() {
        LoadResult result = openLoop(PlantedPauseTest::pausing, false);

        assertThat(result.counts().calls()).isEqualTo(1_000);
        assertAsComputedByHand(result.times().responseTime());
        assertThat(result.rawHidesStalls()).isFalse();
    }

    /** The same from the intended start, though no call was under way for longer than no time. */
    @Test
    void openLoop_showsItsOwnPauseToo_andServiceTimesHideIt() {
        LoadResult result = openLoop(atNanos -> atNanos, true);

        assertThat(result.counts().calls()).isEqualTo(1_000);
        assertAsComputedByHand(result.times().responseTime());
        LoadResult.Sending sending = Objects.requireNonNull(result.schedule().sending());
        assertAsComputedByHand(sending.sendDelay());
        assertThat(sending.serviceTime().maxMillis()).isZero();
        assertThat(result.invalidReasons()).extracting(InvalidReason::fault).contains(Fault.GENERATOR_LATE);
    }

    /**
     * One user whose calls take 2 ms: 201 of them end up to 1400 ms, the one sent then takes 200 ms, 199 end in the rest of
     * the window. So one of 401 shows the pause. Corrected, that one stands for 99 more, of 198, 196 … 2 ms.
     */
    @Test
    void closedLoop_hidesThePauseInItsRawTimes_andTheResultSaysSo() {
        LoadResult result = closedLoop();

        assertThat(result.counts().calls()).isEqualTo(401);
        Percentiles raw = result.times().responseTime();
        assertThat(raw.p99Millis()).isEqualTo(recorded(2));
        assertThat(raw.maxMillis()).isEqualTo(recorded(200));
        Percentiles corrected =
                Objects.requireNonNull(result.times().corrected()).percentiles();
        // one interval of 2 ms, and three digits: in the pause values are that far apart
        assertThat(corrected.p90Millis()).isCloseTo(100, within(2.1));
        assertThat(corrected.p99Millis()).isCloseTo(190, within(2.1));
        assertThat(corrected.p999Millis()).isCloseTo(199, within(2.1));
        assertThat(corrected.maxMillis()).isEqualTo(recorded(200));
        assertThat(result.rawHidesStalls()).isTrue();
        assertThat(LoadResultJson.toJson(result)).contains("\"rawHidesStalls\" : true");
    }

    @Test
    void withoutAStall_theCleanFiguresAreTheRawOnes() {
        assertCleanIsRaw(openLoop(PlantedPauseTest::pausing, true));
    }

    @Test
    void closedLoopWithoutAStall_theCleanFiguresAreTheRawOnes() {
        assertCleanIsRaw(closedLoop());
    }

    private static void assertCleanIsRaw(LoadResult result) {
        assertThat(result.noise().raw())
                .isEqualTo(new LoadResult.Raw(
                        result.counts().measuredSeconds(),
                        result.counts().calls(),
                        result.counts().throughputPerSecond(),
                        result.times().responseTime(),
                        result.counts().errors(),
                        result.counts().notFound()));
        assertThat(result.noise().disturbance()).isEqualTo(new LoadResult.Disturbance(10, 0, 0, 0, 0));
    }

    /** The machine, not the server, held the calls: what was due in these 200 ms is left out, and nothing else. */
    @Test
    void openLoop_whoseMachineStalled_hasTheRestOfTheWindow() {
        judge.add(new Stall(PAUSE_BEGIN, PAUSE_END, Stall.Cause.STOLEN, 0));

        LoadResult result = openLoop(PlantedPauseTest::pausing, true);

        assertThat(result.counts().measuredSeconds()).isEqualTo(0.8);
        assertThat(result.counts().calls()).isEqualTo(800);
        assertThat(result.counts().throughputPerSecond()).isEqualTo(1_000);
        assertThat(result.times().responseTime().maxMillis()).isZero();
        LoadResult.Sending sending = Objects.requireNonNull(result.schedule().sending());
        assertThat(sending.intended()).isEqualTo(800);
        assertThat(sending.sent()).isEqualTo(800);
        assertThat(sending.sendDelay().maxMillis()).isZero();
        assertThat(result.noise().raw().calls()).isEqualTo(1_000);
        assertAsComputedByHand(result.noise().raw().responseTime());
        assertThat(result.noise().disturbance()).isEqualTo(new LoadResult.Disturbance(10, 2, 1, 200, 0.2));
        assertThat(result.invalidReasons())
                .extracting(InvalidReason::fault)
                .doesNotContain(Fault.GENERATOR_LATE, Fault.NOT_STEADY);
    }

    /** 201 calls end up to 1400 ms, 199 after the stall; the one that met it and ended with it counts for the rate only. */
    @Test
    void closedLoop_whoseMachineStalled_hasTheRestOfTheWindow() {
        judge.add(new Stall(PAUSE_BEGIN + MILLI, PAUSE_END - MILLI, Stall.Cause.LATE_WAKE, Stall.ANY_CPU));

        LoadResult result = closedLoop();

        assertThat(result.counts().measuredSeconds()).isEqualTo(0.8);
        assertThat(result.times().responseTime().maxMillis()).isEqualTo(recorded(2));
        assertThat(result.rawHidesStalls()).isFalse();
        assertThat(result.counts().calls()).isBetween(399L, 401L);
        assertThat(result.noise().raw().responseTime().maxMillis()).isEqualTo(recorded(200));
    }

    private static void assertAsComputedByHand(Percentiles times) {
        assertThat(times.p50Millis()).isZero();
        assertThat(times.p90Millis()).isEqualTo(recorded(100));
        assertThat(times.p99Millis()).isEqualTo(recorded(190));
        assertThat(times.p999Millis()).isEqualTo(recorded(199));
        assertThat(times.maxMillis()).isEqualTo(recorded(200));
    }

    /** HdrHistogram's 3 digits: the largest value that counts as the same. */
    private static double recorded(long millis) {
        return new Histogram(3).highestEquivalentValue(millis * MILLI) / 1e6;
    }

    private static long pausing(long sentNanos) {
        return sentNanos >= PAUSE_BEGIN && sentNanos < PAUSE_END ? PAUSE_END : sentNanos;
    }

    private LoadResult openLoop(LongUnaryOperator answeredAt, boolean generatorPauses) {
        RunContext run = context(OPEN);
        ManualConnection connection = channel(answeredAt);
        OpenLoopSender sender = new OpenLoopSender(
                connection,
                run,
                connection.calls(new SplittableRandom(7)),
                new ArrivalSchedule(OPEN.arrivals(), LoadCurve.of(OPEN, Plans.SECONDS), 0, 1, new SplittableRandom(8)),
                recorder,
                new Semaphore(OPEN.maxInFlight()),
                new CountDownLatch(1));
        for (long atNanos = 0; !sender.hasEnded(); atNanos += MILLI) {
            nowNanos = generatorPauses ? pausing(atNanos) : atNanos;
            answerDue();
            while (sender.sendDue() <= nowNanos && !sender.hasEnded()) {
                // one batch at a time
                answerDue();
            }
            answerDue();
        }
        judge.judgeAll();
        sender.countNeverReached(judge);
        return result(run, List.of(recorder.sending()));
    }

    private LoadResult closedLoop() {
        RunContext run = context(ClosedLoop.of(1));
        recorder = new LoopRecorder(window, ClosedLoop.of(1), Plans.SECOND);
        LoadCurve curve = LoadCurve.of(run.plan().load(), Plans.SECONDS);
        new ClosedLoopUser(
                        channel(sentNanos -> Math.max(sentNanos + 2 * MILLI, pausing(sentNanos))),
                        run,
                        new UserShift(0, curve, 0),
                        new SplittableRandom(7),
                        recorder,
                        new CountDownLatch(1))
                .run();
        while (!answers.isEmpty()) {
            nowNanos = Objects.requireNonNull(answers.peek()).atNanos();
            answerDue();
        }
        judge.judgeAll();
        return result(run, List.of());
    }

    private RunContext context(LoadModel load) {
        return new RunContext(Plans.of(load, 1, Plans.SECONDS), 0, window, () -> nowNanos);
    }

    private ManualConnection channel(LongUnaryOperator answeredAt) {
        return new ManualConnection(id -> {
            Answer answer = new Answer(answeredAt.applyAsLong(nowNanos), new CompletableFuture<>());
            answers.add(answer);
            return answer.call();
        });
    }

    private void answerDue() {
        Answer next = answers.peek();
        while (next != null && next.atNanos() <= nowNanos) {
            answers.remove(next);
            next.call().complete(FindUserInfoResponse.getDefaultInstance());
            next = answers.peek();
        }
    }

    private LoadResult result(RunContext run, List<SendRecorder> sending) {
        Histogram responseTimes = Histograms.newHistogram();
        recorder.drainTo(Histograms.newHistogram(), responseTimes);
        return LoadResults.of(
                run.plan(),
                window,
                EnvironmentProbe.probe(),
                Instant.EPOCH,
                ResourceUsage.UNKNOWN,
                new LoadResults.Recorded(
                        recorder.counts(),
                        recorder.series(),
                        recorder.steps(),
                        responseTimes,
                        new LoadResults.Clean(judge, recorder.finish(judge), recorder.cleanNanos(), List.of(), false),
                        sending.isEmpty() ? Duration.ZERO : null,
                        sending));
    }

    private record Answer(long atNanos, CompletableFuture<FindUserInfoResponse> call) {}
}
