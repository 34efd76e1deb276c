package dev.multipool.perf.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The repeated runs of one pool size.
 *
 * @param pool the pool
 * @param runs runs made
 * @param validRuns runs that count
 * @param suspectRuns runs that count but may be off
 * @param figures over the runs that count; null when none does
 */
public record SizeSummary(
        PoolSettings pool,
        int runs,
        int validRuns,
        int suspectRuns,
        @Nullable SizeFigures figures) {

    /**
     * Medians and spreads over the runs of one size.
     *
     * @param serverCpuCores median CPU use of the server; null where a run did not tell
     */
    public record SizeFigures(
            Spread throughputPerSecond,
            Spread p50Millis,
            Spread p90Millis,
            Spread p99Millis,
            Spread p999Millis,
            @Nullable Double serverCpuCores) {}

    /** One summary for each pool size, smallest first. */
    public static List<SizeSummary> of(List<LabRun> runs) {
        Map<Integer, List<LabRun>> bySize = new TreeMap<>();
        for (LabRun run : runs) {
            bySize.computeIfAbsent(run.settings().pool().threads(), size -> new ArrayList<>())
                    .add(run);
        }
        return bySize.values().stream().map(SizeSummary::ofOneSize).toList();
    }

    private static SizeSummary ofOneSize(List<LabRun> runs) {
        List<LabRun> valid = runs.stream().filter(LabRun::isValid).toList();
        int suspect = (int) valid.stream().filter(LabRun::isSuspect).count();
        PoolSettings pool = runs.get(0).settings().pool();
        return new SizeSummary(pool, runs.size(), valid.size(), suspect, valid.isEmpty() ? null : figuresOf(valid));
    }

    private static SizeFigures figuresOf(List<LabRun> valid) {
        List<Double> serverCpuCores = valid.stream()
                .map(run -> run.figures().serverCpuCores())
                .filter(Objects::nonNull)
                .toList();
        return new SizeFigures(
                Spread.ofMeans(each(valid, Figures::throughputPerSecond)),
                Spread.ofPercentiles(each(valid, Figures::p50Millis)),
                Spread.ofPercentiles(each(valid, Figures::p90Millis)),
                Spread.ofPercentiles(each(valid, Figures::p99Millis)),
                Spread.ofPercentiles(each(valid, Figures::p999Millis)),
                serverCpuCores.size() < valid.size()
                        ? null
                        : Spread.ofMeans(serverCpuCores).median());
    }

    private static List<Double> each(List<LabRun> runs, ToDoubleFunction<Figures> figure) {
        return runs.stream().map(run -> figure.applyAsDouble(run.figures())).toList();
    }
}
