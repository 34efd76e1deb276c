package dev.multipool.laboratory.result;

import dev.multipool.laboratory.result.Verdict.Cause;
import dev.multipool.laboratory.result.Verdict.Measure;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a larger pool served in runs that were otherwise alike: a pool whose threads are all busy is not too small when more of them
 * were tried in vain.
 *
 * <p><b>Threads:</b> pure functions.
 */
final class MoreThreads {
    /** Of two sizes that differ by less a search takes the smaller one, too. */
    private static final double NO_MORE = 1.05;

    /**
     * A larger pool.
     *
     * @param ratio of its throughput to that of the smaller one
     */
    private record Larger(int threads, double ratio) {}

    private MoreThreads() {}

    /** The limit of a setting, unless it is a pool that is too small and other runs contradict that: then what these showed. */
    static Verdict explain(Verdict limit, List<LabRun> runs, RunSettings settings) {
        String pool = limit.pool();
        return limit.cause() != Cause.POOL_TOO_SMALL || pool == null
                ? limit
                : best(runs, settings, pool)
                        .filter(larger -> larger.ratio() <= NO_MORE)
                        .map(larger -> tried(limit, larger))
                        .orElse(limit);
    }

    private static Verdict tried(Verdict limit, Larger larger) {
        Map<Measure, Double> figures = new EnumMap<>(Measure.class);
        figures.putAll(limit.figures());
        figures.put(Measure.MORE_THREADS, (double) larger.threads());
        figures.put(Measure.GAIN, larger.ratio() - 1);
        return new Verdict(Cause.POOL_USED_UP, limit.pool(), figures, null);
    }

    /** Of all larger pools, the one that served the most beside this one; each as in the stage with the most runs of both. */
    private static Optional<Larger> best(List<LabRun> runs, RunSettings settings, String pool) {
        Map<String, Integer> threads = settings.variant().threads();
        List<LabRun> alike = runs.stream()
                .filter(LabRun::isValid)
                .filter(run ->
                        run.settings().load().demand().equals(settings.load().demand()))
                .filter(run -> isAlike(run.settings().variant().threads(), threads, pool))
                .toList();
        return alike.stream()
                .map(run -> run.settings().variant().threads().getOrDefault(pool, 0))
                .filter(more -> more > threads.getOrDefault(pool, 0))
                .distinct()
                .flatMap(more -> beside(alike, pool, threads.getOrDefault(pool, 0), more).stream())
                .max(Comparator.comparingDouble(Larger::ratio));
    }

    /** Whether all pools but this one have as many threads. */
    private static boolean isAlike(Map<String, Integer> some, Map<String, Integer> others, String pool) {
        return some.keySet().equals(others.keySet())
                && some.entrySet().stream()
                        .allMatch(each ->
                                each.getKey().equals(pool) || each.getValue().equals(others.get(each.getKey())));
    }

    private static Optional<Larger> beside(List<LabRun> alike, String pool, int few, int more) {
        return alike.stream()
                .collect(Collectors.groupingBy(run -> run.settings().place().stage()))
                .values()
                .stream()
                .filter(stage -> count(stage, pool, few) > 0 && count(stage, pool, more) > 0)
                .max(Comparator.comparingLong(stage -> Math.min(count(stage, pool, few), count(stage, pool, more))))
                .map(stage -> new Larger(more, throughput(stage, pool, more) / throughput(stage, pool, few)));
    }

    private static long count(List<LabRun> stage, String pool, int threads) {
        return stage.stream().filter(run -> has(run, pool, threads)).count();
    }

    private static double throughput(List<LabRun> stage, String pool, int threads) {
        return stage.stream()
                .filter(run -> has(run, pool, threads))
                .mapToDouble(run -> run.figures().counts().throughputPerSecond())
                .average()
                .orElseThrow();
    }

    private static boolean has(LabRun run, String pool, int threads) {
        return run.settings().variant().threads().getOrDefault(pool, 0) == threads;
    }
}
