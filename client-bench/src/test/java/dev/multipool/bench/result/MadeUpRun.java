package dev.multipool.bench.result;

import dev.multipool.bench.machine.Environment;
import dev.multipool.bench.machine.GcPauses;
import dev.multipool.bench.measure.Histograms;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What a run leaves, without one. */
public final class MadeUpRun {
    private static final long MILLI = 1_000_000;
    private static final Percentiles PERCENTILES = new Percentiles(1, 2, 3, 4.0, 5, 1.5);

    private static final Percentiles WITH_STALLS = new Percentiles(1, 2, 30, 200.0, 250, 2.5);

    /** When the window of {@link #closedLoop} and {@link #openLoop} began. */
    public static final Instant STARTED_AT = Instant.parse("2026-01-02T03:04:05.678Z");

    private MadeUpRun() {}

    /** A valid result with TP99 3 ms, of 24 users. */
    public static LoadResult valid() {
        return result(1.0, LoadModel.ClosedLoop.of(24), List.of());
    }

    /** The same with a corrected TP99 of 190 ms. */
    public static LoadResult stalled() {
        Percentiles corrected = new Percentiles(1, 100, 190, 199.0, 200, 20);
        return result(
                1.0, LoadModel.ClosedLoop.of(24), List.of(), new LoadResult.CorrectedResponseTime(1.5, corrected));
    }

    /** One that cannot be trusted. */
    public static LoadResult invalid() {
        return result(1.0, LoadModel.ClosedLoop.of(24));
    }

    /** A result of an open loop. */
    public static LoadResult ofAnOpenLoop() {
        return result(1.0, Plans.constant(1_000));
    }

    /**
     * Two seconds of a closed loop with an expected interval of 10 ms: 100 calls of 10 ms, then 99 of 10 ms, one of 40 ms
     * that kept three from being sent, and two that failed.
     */
    public static LoadIntervals closedLoop() {
        LoadIntervals intervals = new LoadIntervals();
        intervals.add(0, 1, 0, histogram(100, 10), null);
        Histogram second = histogram(99, 10);
        second.recordValue(40 * MILLI);
        intervals.add(1, 1, 2, second, null);
        intervals.complete(
                STARTED_AT, new LoadResult.CorrectedResponseTime(10, new Percentiles(10, 10, 10, 10.0, 40, 10)));
        return intervals;
    }

    /** A second of an open loop: 50 calls that took 30 ms from when they were due, 20 ms from when they were sent. */
    public static LoadIntervals openLoop() {
        return openLoopAt(STARTED_AT);
    }

    /** The same, begun then. */
    public static LoadIntervals openLoopAt(Instant startedAt) {
        LoadIntervals intervals = new LoadIntervals();
        intervals.add(0, 1, 0, histogram(50, 30), histogram(50, 20));
        intervals.complete(startedAt, null);
        return intervals;
    }

    private static Histogram histogram(long calls, long millis) {
        Histogram histogram = Histograms.newHistogram();
        histogram.recordValueWithCount(millis * MILLI, calls);
        return histogram;
    }

    static LoadResult result(@Nullable Double serverCpuCores, LoadModel load) {
        return result(
                serverCpuCores,
                load,
                List.of(InvalidReason.of(Fault.STOPPED_EARLY)
                        .with(InvalidReason.Measure.MEASURED_SECONDS, 1)
                        .with(InvalidReason.Measure.PLANNED_SECONDS, 3)));
    }

    private static LoadResult result(
            @Nullable Double serverCpuCores, LoadModel load, List<InvalidReason> invalidReasons) {
        return result(
                serverCpuCores,
                load,
                invalidReasons,
                load instanceof LoadModel.OpenLoop ? null : new LoadResult.CorrectedResponseTime(1.5, PERCENTILES));
    }

    private static LoadResult result(
            @Nullable Double serverCpuCores,
            LoadModel load,
            List<InvalidReason> invalidReasons,
            LoadResult.@Nullable CorrectedResponseTime corrected) {
        List<StepResult> steps = load.profile().steps().stream()
                .map(step -> new StepResult(step.from(), step.to(), 5, 100, 20, 3, PERCENTILES))
                .toList();
        boolean open = load instanceof LoadModel.OpenLoop;
        return new LoadResult(
                new LoadResult.Setup(
                        Plans.of(
                                load,
                                4,
                                new LoadPlan.Timing(
                                        Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofMillis(500))),
                        "2026-01-02T03:04:05Z",
                        new Environment(
                                2, "a cpu", "Linux 6", "a jdk", List.of("-Xmx1g"), null, "2026-01-02T03:04:00Z")),
                new LoadResult.Counts(
                        10.0,
                        12_345,
                        1234.5,
                        new LoadResult.Outcome(12_000, 1200, 3, 1),
                        Map.of("ELIMIT", 3L, "ERPCTIMEDOUT", 1L),
                        0,
                        List.of(1234L, 1235L)),
                new LoadResult.Times(
                        PERCENTILES,
                        List.of(new LoadResult.CurvePoint(0, 0.5), new LoadResult.CurvePoint(100, 5)),
                        corrected,
                        List.of(new LoadResult.SecondTail(0, 1.001, 1234, 4.5))),
                new LoadResult.Schedule(
                        open ? new LoadResult.Sending(10_000, 9_900, 90, PERCENTILES, PERCENTILES) : null, steps),
                new LoadResult.Noise(
                        new LoadResult.Raw(
                                11, 13_000, 1181.8, WITH_STALLS, Map.of("ELIMIT", 4L, "ERPCTIMEDOUT", 1L), 0),
                        new LoadResult.Disturbance(110, 10, 3, 250, 0.4)),
                new LoadResult.Use(
                        0.75,
                        serverCpuCores,
                        new LoadResult.Resources(0.01, null, new GcPauses(2, 9, 5), GcPauses.NONE, 123.5, 678.0)),
                invalidReasons);
    }
}
