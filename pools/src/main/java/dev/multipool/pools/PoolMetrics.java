package dev.multipool.pools;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of a pool, as values: Micrometer's own names for executors where they fit, ours beside them. Whoever exports pools
 * does it by this list, so that one name means one thing everywhere.
 */
public final class PoolMetrics {
    /** Of the histograms' buckets, in seconds. */
    public static final List<Double> UPPER_BOUND_SECONDS =
            List.of(0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0);

    private static final double NANOS_PER_SECOND = 1e9;
    private static final String EXECUTOR = "executor";
    private static final String TASKS = "tasks";
    private static final String THREADS = "threads";

    private PoolMetrics() {}

    /**
     * What a pool's ledger says.
     *
     * @param config its bounds now
     * @param all since its creation
     * @param lately what was added in the last 10 to 20 seconds
     */
    public record Reading(PoolConfig config, LedgerSnapshot all, LedgerSnapshot lately) {}

    /**
     * A metric that is one number.
     *
     * @param isCounter whether it only grows
     * @param name with dots, without its unit
     * @param unit its last word; empty for a ratio
     * @param help one sentence without a full stop
     * @param tags beside the pool's name
     * @param value the number; NaN where it is not measured, and is not shown either
     */
    public record Single(
            boolean isCounter,
            String name,
            String unit,
            String help,
            Map<String, String> tags,
            ToDoubleFunction<Reading> value) {}

    /**
     * A metric of times.
     *
     * @param name with dots, without its unit, which is seconds
     * @param help one sentence without a full stop
     * @param times in nanoseconds
     */
    public record Times(String name, String help, Function<LedgerSnapshot, Distribution> times) {}

    /** Returns what the tag with the pool's name is called in the metric of that name. */
    public static String poolTag(String metric) {
        return metric.startsWith(EXECUTOR) ? "name" : "pool";
    }

    /** Returns the metrics that are one number. */
    public static List<Single> singles() {
        List<Single> all = new ArrayList<>();
        gauge(all, "executor.active", THREADS, "Tasks in service", now -> now.all()
                .state()
                .active());
        gauge(all, "executor.queued", TASKS, "Tasks that wait", now -> now.all().queueDepth());
        gauge(
                all,
                "executor.queue.remaining",
                TASKS,
                "Tasks that the queue has room for",
                now -> Math.max(0, now.all().state().queueCapacity() - now.all().queueDepth()));
        gauge(all, "executor.pool.size", THREADS, "Threads that exist", now -> now.all()
                .state()
                .threads());
        gauge(all, "executor.pool.core", THREADS, "Threads that an idle pool keeps", now -> now.config()
                .coreThreads());
        gauge(all, "executor.pool.max", THREADS, "Most threads", now -> now.all()
                .state()
                .maxThreads());
        counter(all, "executor.completed", TASKS, "Tasks that ran", Map.of(), now -> now.all()
                .serviceTimeNanos()
                .count());
        counter(all, "multipool.pool.arrivals", TASKS, "Tasks offered", Map.of(), now -> now.all()
                .arrivals());
        ended(all, "completed", LedgerSnapshot::completions);
        ended(all, "failed", LedgerSnapshot::failures);
        ended(all, "cancelled", now -> now.counts().cancelled());
        ended(all, "dropped", now -> now.counts().dropped());
        for (RejectReason reason : RejectReason.values()) {
            counter(
                    all,
                    "multipool.pool.rejected",
                    TASKS,
                    "Tasks turned away",
                    Map.of("reason", reason.name().toLowerCase(Locale.ROOT)),
                    now -> now.all().rejections(reason));
        }
        threadTimes(all);
        lately(all, "multipool.pool.utilization", "Busy thread time over thread time", LedgerSnapshot::utilization);
        lately(
                all,
                "multipool.pool.concurrency",
                "Mean number of tasks queued or in service",
                LedgerSnapshot::concurrency);
        lately(
                all,
                "multipool.pool.little.residual",
                "By how much Little's law misses the measured concurrency, as a part of it",
                LedgerSnapshot::littleResidual);
        return all;
    }

    private static void threadTimes(List<Single> all) {
        threadTime(all, "idle", now -> now.times().idleNanos());
        threadTime(all, "join", now -> now.times().joinWaitNanos());
        threadTime(all, "io", now -> now.times().ioWaitNanos());
        threadTime(all, "lock", now -> now.times().lockWaitNanos());
        threadTime(all, "other", now -> now.times().otherWaitNanos());
        // where it is not measured a zero would be wrong
        threadTime(
                all,
                "cpu",
                now -> now.times().cpuNanos() < 0 ? Double.NaN : now.times().cpuNanos());
    }

    /** Returns the times of which a count and a sum are told. */
    public static List<Times> summaries() {
        return List.of(
                new Times(EXECUTOR, "How long tasks ran", LedgerSnapshot::serviceTimeNanos),
                new Times("executor.idle", "How long tasks that were run had waited", LedgerSnapshot::queueTimeNanos));
    }

    /** Returns the times of which a histogram is told. */
    public static List<Times> histograms() {
        return List.of(
                new Times(
                        "multipool.pool.queue.time",
                        "How long tasks that were run had waited",
                        LedgerSnapshot::queueTimeNanos),
                new Times("multipool.pool.service.time", "How long tasks ran", LedgerSnapshot::serviceTimeNanos));
    }

    private static void gauge(
            List<Single> all, String name, String unit, String help, ToDoubleFunction<Reading> value) {
        all.add(new Single(false, name, unit, help, Map.of(), value));
    }

    private static void counter(
            List<Single> all,
            String name,
            String unit,
            String help,
            Map<String, String> tags,
            ToDoubleFunction<Reading> value) {
        all.add(new Single(true, name, unit, help, tags, value));
    }

    private static void ended(List<Single> all, String outcome, ToDoubleFunction<LedgerSnapshot> count) {
        counter(
                all,
                "multipool.pool.ended",
                TASKS,
                "Tasks that left the pool",
                Map.of("outcome", outcome),
                now -> count.applyAsDouble(now.all()));
    }

    private static void threadTime(List<Single> all, String use, ToDoubleFunction<LedgerSnapshot> nanos) {
        counter(
                all,
                "multipool.pool.thread.time",
                "seconds",
                "Thread time by use; io, join and lock are what tasks declared, other is the rest of blocked time",
                Map.of("use", use),
                now -> nanos.applyAsDouble(now.all()) / NANOS_PER_SECOND);
    }

    private static void lately(List<Single> all, String name, String help, ToDoubleFunction<LedgerSnapshot> value) {
        gauge(all, name, "", help + ", in the last 10 to 20 seconds", now -> value.applyAsDouble(now.lately()));
    }
}
