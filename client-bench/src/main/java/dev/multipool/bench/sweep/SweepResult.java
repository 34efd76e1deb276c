package dev.multipool.bench.sweep;

import dev.multipool.bench.search.ObjectiveCheck;
import dev.multipool.capacity.Objective;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a sweep found.
 *
 * @param settings what was tried
 * @param runs all runs, in their order
 * @param cores where server and generator ran
 */
public record SweepResult(SweepSettings settings, List<SweepRun> runs, String cores) {
    /** Throughputs this near to the best are taken for the same: then the pool that was named first is the answer. */
    private static final double SAME = 0.02;

    public SweepResult {
        runs = List.copyOf(runs);
    }

    /**
     * The pool with the largest mean throughput whose every counted run holds the objective; of those within 2 % the first
     * that was named. Empty when there is none.
     */
    public Optional<String> answer() {
        List<String> holding = settings.pools().stream().filter(this::holds).toList();
        double best = holding.stream().mapToDouble(this::throughput).max().orElse(0);
        return holding.stream()
                .filter(pool -> throughput(pool) >= best * (1 - SAME))
                .findFirst();
    }

    private boolean holds(String pool) {
        List<SweepRun> counted = counted(pool);
        return !counted.isEmpty()
                && counted.stream().allMatch(run -> ObjectiveCheck.missedBy(settings.objective(), run.result())
                        .isEmpty());
    }

    private List<SweepRun> counted(String pool) {
        return runs.stream()
                .filter(run -> run.pool().equals(pool) && run.counts())
                .toList();
    }

    private double throughput(String pool) {
        return counted(pool).stream()
                .mapToDouble(run -> run.result().counts().throughputPerSecond())
                .average()
                .orElse(0);
    }

    /** The last line of a report: the answer, or why there is none. */
    public String conclusion() {
        Objective objective = settings.objective();
        return answer().map(pool -> String.format(
                        Locale.ROOT,
                        "largest throughput with %s: %s, %.0f TPS; %s",
                        objective,
                        pool,
                        throughput(pool),
                        cores))
                .orElseGet(() -> runs.stream().noneMatch(SweepRun::counts)
                        ? "no answer: no run can be trusted; " + cores
                        : "no answer: no pool holds " + objective + " with " + settings.users() + " users; " + cores);
    }

    /** A line for each run, beneath a line of names. */
    public String csv() {
        List<String> lines = new ArrayList<>(List.of("pool,throughput_per_second,p50_ms,p99_ms,p999_ms,errors,counts"));
        runs.stream()
                .sorted(Comparator.comparingInt(run -> settings.pools().indexOf(run.pool())))
                .forEach(run -> lines.add(String.format(
                        Locale.ROOT,
                        "\"%s\",%.1f,%.3f,%.3f,%.3f,%d,%b",
                        run.pool(),
                        run.result().counts().throughputPerSecond(),
                        run.result().times().responseTime().p50Millis(),
                        run.result().times().responseTime().p99Millis(),
                        run.result().times().responseTime().p999Millis(),
                        run.result().errorCount(),
                        run.counts())));
        return String.join("\n", lines) + "\n";
    }
}
