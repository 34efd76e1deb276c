package dev.multipool.perf.result;

import dev.multipool.bench.Environment;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.result.LabResult.RedisUsed;
import dev.multipool.perf.result.LabResult.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Results that nobody measured, for tests. */
public final class MadeUpResults {
    public static final Objective OBJECTIVE = new Objective(10);
    public static final CorePlan TWO_CORES = CorePlan.of(List.of(0, 1), true, 0);

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

    public static LabResult of(Objective objective, List<LabRun> runs) {
        return LabResult.of(
                "business-pool-sweep",
                objective,
                new Setup(
                        "2026-11-21T03:10:00Z",
                        268.4,
                        "java -jar perf-tests/target/multipool-lab.jar run --sizes 2,4,8,16,24,32",
                        TWO_CORES,
                        new RedisUsed("embedded", "7.0.15", "embedded Redis 7.0.15: no engine for a container")),
                runs);
    }

    public static LabRun run(int number, int repeat, int threads, double throughputPerSecond, double p99Millis) {
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
                Map.of(),
                0,
                0.97,
                0.61,
                0.03);
        return new LabRun(
                number,
                repeat,
                "2026-11-21T03:10:12Z",
                true,
                new RunSettings(PoolSettings.business(threads, 1000), 1, 32, 4, 10, 10, 10_000),
                figures,
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

    public static LabRun invalid(LabRun run, String reason) {
        return withReasons(run, List.of(reason), run.suspectReasons());
    }

    public static LabRun suspect(LabRun run, String reason) {
        return withReasons(run, run.invalidReasons(), List.of(reason));
    }

    private static LabRun withReasons(LabRun run, List<String> invalid, List<String> suspect) {
        return new LabRun(
                run.number(),
                run.repeat(),
                run.startedAt(),
                run.measured(),
                run.settings(),
                run.figures(),
                run.environment(),
                invalid,
                suspect);
    }
}
