package dev.multipool.perf.result;

import dev.multipool.bench.Environment;
import dev.multipool.bench.GcPauses;
import dev.multipool.bench.LoadResult.CorrectedResponseTime;
import dev.multipool.bench.LoadResult.Outcome;
import dev.multipool.bench.LoadResult.Percentiles;
import dev.multipool.bench.LoadResult.Resources;
import dev.multipool.bench.LoadResult.Sending;
import dev.multipool.perf.Trial;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.PoolLedger;
import dev.multipool.perf.process.PoolLedger.ThreadTime;
import dev.multipool.perf.published.PublishedBeside;
import dev.multipool.perf.result.Demand.ClosedLoop;
import dev.multipool.perf.result.LabResult.RedisUsed;
import dev.multipool.perf.result.LabResult.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Results that nobody measured, for tests. */
public final class MadeUpResults {
    public static final Objective OBJECTIVE = new Objective(10);
    public static final CorePlan TWO_CORES = CorePlan.of(List.of(0, 1), true, 0);

    public static final Load LOAD = new Load(new ClosedLoop(32, 0, 0.01), Map.of(), 4, 10, 10, 1, 10_000, null);

    private MadeUpResults() {}

    /** Two runs of each size; 8 threads are the smallest within 2 % of the best that keeps 10 ms. */
    public static LabResult sweep() {
        List<LabRun> runs = new ArrayList<>(List.of(
                run(1, 1, 2, 3105, 11.4),
                run(2, 1, 4, 5680, 8.3),
                run(3, 1, 8, 8420, 6.1),
                run(4, 1, 16, 8533, 7.9),
                run(5, 1, 24, 8311, 11.8),
                run(6, 1, 32, 8105, 14.2),
                run(7, 2, 32, 7940, 15.9),
                run(8, 2, 24, 8290, 12.6),
                run(9, 2, 16, 8460, 8.4),
                run(10, 2, 8, 8390, 6.6),
                run(11, 2, 4, 5742, 8.1)));
        runs.add(suspect(run(12, 2, 2, 2950, 12.9), "0.31 cores of foreign load (expected: <= 0.10)"));
        return of(OBJECTIVE, runs);
    }

    /** A sweep's result. */
    public static LabResult of(Objective objective, List<LabRun> runs) {
        return of(
                "business-pool-sweep",
                new Findings(
                        Answer.smallestPool(objective, PointSummary.of(runs), TWO_CORES),
                        List.of(),
                        List.of(PublishedBeside.fixedWithQueue(PointSummary.of(runs), TWO_CORES))),
                runs);
    }

    public static LabResult of(String experiment, Findings findings, List<LabRun> runs) {
        return LabResult.of(
                experiment,
                "Which one is best?",
                findings,
                new Setup(
                        "2026-11-21T03:10:00Z",
                        268.4,
                        "java -jar perf-tests/target/multipool-lab.jar run --experiment " + experiment,
                        TWO_CORES,
                        new RedisUsed("embedded", "7.0.15", "embedded Redis 7.0.15: no engine for a container")),
                runs);
    }

    /** A fixed pool of a sweep under 32 users. */
    public static RunSettings settings(int threads) {
        return new RunSettings(
                new Place("pool sizes", "threads", String.valueOf(threads)),
                Variant.of("fixed " + threads, PoolSettings.business(threads, 1000))
                        .with(Map.of("server.event-loops", "1")),
                LOAD,
                List.of());
    }

    public static LabRun run(int number, int repeat, int threads, double throughputPerSecond, double p99Millis) {
        return run(new Trial(number, repeat, settings(threads)), throughputPerSecond, p99Millis, Map.of());
    }

    /** What a runner would have measured. */
    public static LabRun run(Trial trial, double throughputPerSecond, double p99Millis, Map<String, Long> errors) {
        return run(trial, throughputPerSecond, p99Millis, p99Millis * 1.2, errors);
    }

    /** The same with a TP99 of its own for the closed loop without coordinated omission. */
    public static LabRun run(
            Trial trial,
            double throughputPerSecond,
            double p99Millis,
            double correctedP99Millis,
            Map<String, Long> errors) {
        boolean closed = trial.settings().load().demand() instanceof ClosedLoop;
        Figures figures = new Figures(
                throughputPerSecond,
                Math.round(throughputPerSecond * 10),
                10.002,
                p99Millis * 0.45,
                p99Millis * 0.7,
                p99Millis,
                p99Millis * 1.9,
                p99Millis * 3.1,
                p99Millis * 0.5,
                new Outcome(
                        Math.round(throughputPerSecond * 10),
                        throughputPerSecond,
                        errors.getOrDefault("ELIMIT", 0L),
                        errors.values().stream().mapToLong(Long::longValue).sum() - errors.getOrDefault("ELIMIT", 0L)),
                closed ? new CorrectedResponseTime(p99Millis * 0.45, percentiles(correctedP99Millis)) : null,
                closed ? null : new Sending(1000, 995, 5, percentiles(0.4), percentiles(p99Millis * 0.9)),
                errors,
                0,
                errors.containsKey("ELIMIT") ? Map.of("POOL_FULL", errors.get("ELIMIT")) : Map.of(),
                0.97,
                0.61,
                0.03,
                trial.settings().variant().cpuQuota() == null ? null : 0.25,
                new Resources(0.01, null, new GcPauses(3, 6, 3), new GcPauses(12, 30, 4), 250_000, 900_000),
                List.of());
        return new LabRun(
                trial.number(),
                trial.repeat(),
                "2026-11-21T03:10:12Z",
                true,
                trial.settings(),
                figures,
                List.of(),
                null,
                new Environment(
                        1,
                        "Some CPU @ 2.60GHz",
                        "Linux 6.1.0",
                        "Debian 17.0.15+6",
                        List.of("-Xms256m", "-Xmx256m"),
                        "ab55595-dirty",
                        "2026-11-21T03:10:02Z"),
                List.of(),
                List.of());
    }

    private static Percentiles percentiles(double p99Millis) {
        return new Percentiles(
                p99Millis * 0.45, p99Millis * 0.7, p99Millis, p99Millis * 1.9, p99Millis * 3.1, p99Millis * 0.5);
    }

    public static LabRun invalid(LabRun run, String reason) {
        return withReasons(run, List.of(reason), run.suspectReasons());
    }

    public static LabRun suspect(LabRun run, String reason) {
        return withReasons(run, run.invalidReasons(), List.of(reason));
    }

    /** The same with what a server's pools would have told. */
    public static LabRun withPools(LabRun run, PoolLedger... pools) {
        return new LabRun(
                run.number(),
                run.repeat(),
                run.startedAt(),
                run.measured(),
                run.settings(),
                run.figures(),
                List.of(pools),
                run.pauses(),
                run.environment(),
                run.invalidReasons(),
                run.suspectReasons());
    }

    /** A pool of 10 threads in a window of 2 s: 1000 tasks that took 12 ms and were queued for 3 ms on average. */
    public static PoolLedger pool(String name, double joinWaitSeconds, double ioWaitSeconds) {
        double cpuSeconds = 12 - joinWaitSeconds - ioWaitSeconds;
        return new PoolLedger(
                name,
                "fixed:threads=10,queue=1000",
                2,
                990,
                10,
                50,
                3,
                new ThreadTime(12, cpuSeconds, joinWaitSeconds, ioWaitSeconds, 0, 0, 8),
                6.0);
    }

    private static LabRun withReasons(LabRun run, List<String> invalid, List<String> suspect) {
        return new LabRun(
                run.number(),
                run.repeat(),
                run.startedAt(),
                run.measured(),
                run.settings(),
                run.figures(),
                run.pools(),
                run.pauses(),
                run.environment(),
                invalid,
                suspect);
    }
}
