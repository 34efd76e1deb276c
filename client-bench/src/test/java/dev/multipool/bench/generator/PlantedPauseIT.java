package dev.multipool.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.baidustd.BaiduStd;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadModel.ClosedLoop;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.Plans;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.Percentiles;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.ScriptedRpcServer;
import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A server that answers at once, but once answers nothing for 400 ms. By hand: arrivals that know nothing of it meet it
 * for 400 ms of the window's 2000 ms, and one that comes t after the pause began waits 400 ms - t. So 10 % of all calls
 * wait longer than 200 ms, 1 % longer than 380 ms, 0.1 % longer than 398 ms, none longer than 400 ms. That holds for an
 * open loop as measured and for a closed loop as corrected, whatever its users and its speed. How exactly is for
 * {@link PlantedPauseTest} to say, whose clock knows no other pauses; here a machine that does other work adds its own,
 * of which the window has to hold the end, too.
 */
@ExtendWith(LeakCheck.class)
@Execution(ExecutionMode.CONCURRENT)
class PlantedPauseIT {
    private static final Duration PAUSE = Duration.ofMillis(400);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final LoadPlan.Timing TIMING =
            new LoadPlan.Timing(Duration.ofMillis(200), Duration.ofMillis(2_000), TIMEOUT);

    /** HdrHistogram's 3 digits, and the spacing of arrivals. */
    private static final double PRECISION_MILLIS = 1.5;

    private final ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests();

    @BeforeAll
    static void warmTheJvmUp() throws InterruptedException {
        try (ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests()) {
            LoadPlan.Timing brief = new LoadPlan.Timing(Duration.ZERO, Duration.ofMillis(500), TIMEOUT);
            generator(Plans.at(server.port(), Plans.constant(1_000), 2, brief)).run();
        }
    }

    @AfterEach
    void closeServer() {
        server.close();
    }

    @Test
    void openLoop_showsThePause() throws Exception {
        server.choose(new PausingOnce(Duration.ofMillis(300), Step.answer()));

        LoadResult result = run(Plans.constant(1_000));

        // raw: a stall of this machine may lie beside the pause
        assertShowsThePause(result.noise().raw().responseTime(), PRECISION_MILLIS);
        LoadResult.Sending sending = Objects.requireNonNull(result.schedule().sending());
        assertThat(sending.intended())
                .isEqualTo(Math.round(1_000 * result.counts().measuredSeconds()));
        assertThat(sending.sent()).isEqualTo(sending.intended());
        assertThat(result.noise().raw().calls()).isEqualTo(2_000);
        assertThat(result.counts().outcome().good()).isEqualTo(result.counts().calls());
    }

    @Test
    void closedLoop_hidesThePauseInItsRawTimes_andShowsItInTheCorrectedOnes() throws Exception {
        server.choose(new PausingOnce(Duration.ofMillis(300), Step.after(Duration.ofMillis(2), Step.answer())));

        LoadGenerator generator = generator(ClosedLoop.of(2));
        LoadResult result = generator.run();

        // 2 of hundreds of calls met the pause
        assertThat(result.times().responseTime().p90Millis()).isLessThan(100);
        LoadResult.CorrectedResponseTime corrected =
                Objects.requireNonNull(result.times().corrected());
        // a user meets the pause up to one interval after it began; on a busy machine, that one is longer than the
        // median
        Histogram all = new Histogram(3);
        generator.intervals().stream().forEach(interval -> all.add(Objects.requireNonNull(interval.correctedNanos())));
        assertShowsThePause(Percentiles.of(all), PRECISION_MILLIS + 2 * corrected.expectedIntervalMillis());
        assertThat(corrected.expectedIntervalMillis())
                .isEqualTo(result.times().responseTime().p50Millis());
    }

    private static void assertShowsThePause(Percentiles times, double precisionMillis) {
        assertThat(times.p90Millis()).isGreaterThanOrEqualTo(200 - precisionMillis);
        assertThat(times.p99Millis()).isGreaterThanOrEqualTo(380 - precisionMillis);
        assertThat(times.p999Millis()).isGreaterThanOrEqualTo(398 - precisionMillis);
        assertThat(times.maxMillis()).isGreaterThanOrEqualTo(400 - precisionMillis);
    }

    private LoadResult run(LoadModel load) throws InterruptedException {
        return generator(load).run();
    }

    private LoadGenerator generator(LoadModel load) {
        return generator(Plans.at(server.port(), load, 2, TIMING));
    }

    private static LoadGenerator generator(LoadPlan plan) {
        return new LoadGenerator(plan, GeneratorSettings.of(plan), ProgressListener.NONE, BaiduStd.PLAIN);
    }

    /** Holds back for {@link #PAUSE} all answers from a given time after the first request on. */
    private static final class PausingOnce implements Supplier<Step> {
        private final Duration start;
        private final Step usual;
        private long firstNanos;
        private boolean begun;

        PausingOnce(Duration start, Step usual) {
            this.start = start;
            this.usual = usual;
        }

        @Override
        public Step get() {
            long nowNanos = System.nanoTime();
            if (!begun) {
                begun = true;
                firstNanos = nowNanos;
            }
            long pauseNanos = nowNanos - firstNanos - start.toNanos();
            return pauseNanos >= 0 && pauseNanos < PAUSE.toNanos()
                    ? Step.after(Duration.ofNanos(PAUSE.toNanos() - pauseNanos), Step.answer())
                    : usual;
        }
    }
}
