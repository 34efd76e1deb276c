package dev.multipool.perf.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Demand.Arrivals;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.result.Verdict;
import dev.multipool.laboratory.result.Verdict.Cause;
import dev.multipool.laboratory.search.WindowJudge;
import dev.multipool.perf.service.QueryItemsCalls;
import dev.multipool.rpc.protocol.proxy.FaultProxy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Question: does the diagnosis of a run name what limited it?
 *
 * <p>Hypothesis: of thirty causes and mixtures, each planted in two runs, it names at least 28, and never two different ones.
 *
 * <p>Setup: our own server on one core, the generator and Redis on the other, windows of four seconds. A cause is a pool that is too
 * small, CPU time, a quota, other work on the server's core, a Redis that is slow, a generator that is slow, or a load that asks for
 * no more. Where several are planted, the first one is right by which no other could be told: the innermost pool, or what takes
 * time from a pool. A run that the machine disturbed is made again.
 *
 * <p>Reading the result: a line for each cause, with what was told in both runs.
 *
 * <p>How to run: docs/experiments/planted-causes.md has the command. {@code -Dplanted.only} is a pattern that is found in the
 * names of those to run.
 */
@Timeout(3000)
class PlantedCausesExperiment {
    private static final int REPEATS = 2;
    private static final int ATTEMPTS = 4;
    private static final int MOST_WRONG = 2;
    private static final double WARMUP_SECONDS = 2;
    /** A server whose core is full answers whoever watches it late: in a shorter window it is not watched. */
    private static final double WINDOW_SECONDS = 4;

    private static final int HOGS = 8;
    private static final Pattern ONLY = Pattern.compile(System.getProperty("planted.only", ""));

    private static final Set<Cause> CORES = EnumSet.of(Cause.SERVER_CORES, Cause.SERVER_STARVED);
    private static final Set<Cause> GENERATOR = EnumSet.of(Cause.GENERATOR_CORES, Cause.GENERATOR_COMPLAINT);
    private static final String BUSINESS = "business";

    private final List<Plant> plants = new ArrayList<>();

    /** What is not as it is in the other runs. */
    private enum Around {
        NOTHING,
        REDIS_OF_3_MS,
        REDIS_OF_15_MS,
        OTHER_WORK,
        INTERPRETED_GENERATOR;

        long redisMillis() {
            return switch (this) {
                case REDIS_OF_3_MS -> 3;
                case REDIS_OF_15_MS -> 15;
                default -> 0;
            };
        }
    }

    /**
     * A cause.
     *
     * @param limits what the diagnosis may name first
     * @param pool of that; null where it does not matter
     * @param beside what it has to name, too; null for nothing
     */
    private record Plant(
            String name,
            Variant server,
            boolean isQueryItems,
            Demand demand,
            Around around,
            Set<Cause> limits,
            @Nullable String pool,
            @Nullable Told beside) {

        boolean isNamedIn(List<Verdict> verdicts) {
            Told first = Told.of(verdicts.get(0));
            boolean isLimit = limits.contains(first.cause()) && (pool == null || pool.equals(first.pool()));
            return isLimit && (beside == null || verdicts.stream().map(Told::of).anyMatch(beside::equals));
        }

        Plant with(Around other) {
            return new Plant(name, server, isQueryItems, demand, other, limits, pool, beside);
        }

        Plant under(Demand other) {
            return new Plant(name, server, isQueryItems, other, around, limits, pool, beside);
        }

        Plant beside(Cause cause, String itsPool) {
            return new Plant(name, server, isQueryItems, demand, around, limits, pool, new Told(cause, itsPool));
        }
    }

    /** A verdict without its figures. */
    private record Told(Cause cause, @Nullable String pool) {
        static Told of(Verdict verdict) {
            return new Told(verdict.cause(), verdict.pool());
        }

        @Override
        public String toString() {
            return pool == null ? cause.toString() : cause + " " + pool;
        }
    }

    private void plantAll(String serverCpus) {
        // pools of findUserInfo
        user("1 thread, waits of 10 ms", 1, Map.of("wait", "constant:10ms"), users(8), Cause.POOL_TOO_SMALL);
        user("4 threads, waits of 20 ms", 4, Map.of("wait", "constant:20ms"), users(16), Cause.POOL_TOO_SMALL);
        user("2 threads, uneven waits", 2, Map.of("wait", "exponential:10ms"), users(8), Cause.POOL_TOO_SMALL);
        user("2 threads, twice their rate", 2, Map.of("wait", "constant:10ms"), rate(400), Cause.POOL_TOO_SMALL);
        user(
                "4 threads, waits and some work",
                4,
                Map.of("wait", "constant:20ms", "cpu", "200us"),
                users(16),
                Cause.POOL_TOO_SMALL);
        // CPU time
        user("4 threads, 5 ms of work", 4, Map.of("cpu", "5ms"), users(8), CORES, BUSINESS);
        user("16 threads, 1 ms of work", 16, Map.of("cpu", "1ms"), users(16), CORES, BUSINESS);
        user("1 thread that computes all the time", 1, Map.of("cpu", "5ms"), users(8), CORES, BUSINESS);
        user("work and waits alike", 32, Map.of("cpu", "2ms", "wait", "constant:2ms"), users(32), CORES, BUSINESS);
        user(
                "work beside other programs",
                8,
                Map.of("cpu", "1ms"),
                users(8),
                EnumSet.of(Cause.SERVER_STARVED),
                BUSINESS);
        replaceLast(plant -> plant.with(Around.OTHER_WORK));
        user("a quota of a third of a core", 8, Map.of("cpu", "2ms"), users(8), EnumSet.of(Cause.CPU_QUOTA), null);
        replaceLast(plant -> new Plant(
                plant.name(),
                plant.server().onCpus(serverCpus, 0.33),
                false,
                plant.demand(),
                plant.around(),
                plant.limits(),
                plant.pool(),
                null));
        // Redis
        user("Redis of 15 ms", 4, Map.of(), users(8), EnumSet.of(Cause.REDIS), BUSINESS);
        replaceLast(plant -> plant.with(Around.REDIS_OF_15_MS));
        user("Redis of 3 ms", 8, Map.of(), users(8), EnumSet.of(Cause.REDIS), BUSINESS);
        replaceLast(plant -> plant.with(Around.REDIS_OF_3_MS));
        user("Redis of 15 ms and 1 thread", 1, Map.of(), users(8), EnumSet.of(Cause.REDIS), BUSINESS);
        replaceLast(plant -> plant.with(Around.REDIS_OF_15_MS));
        // the load
        user("1 user", 8, Map.of("wait", "constant:5ms"), users(1), Cause.LOAD);
        user("users that think", 8, Map.of("wait", "constant:5ms"), new ClosedLoop(2, 0.03, 0.01), Cause.LOAD);
        user("a low rate", 8, Map.of("wait", "constant:5ms"), rate(50), Cause.LOAD);
        user("fewer users than threads", 16, Map.of("wait", "constant:10ms"), users(4), Cause.LOAD);
        user(
                "8 users that think most of the time",
                64,
                Map.of("wait", "constant:5ms"),
                new ClosedLoop(8, 0.05, 0.01),
                Cause.LOAD);
        replaceLast(plant -> plant.beside(Cause.POOL_OVERSIZED, BUSINESS));
        // the generator
        user("a generator that is interpreted", 8, Map.of(), rate(40_000), GENERATOR, null);
        replaceLast(plant -> plant.with(Around.INTERPRETED_GENERATOR));
        user(
                "at most 4 calls under way",
                64,
                Map.of("wait", "constant:20ms"),
                new OpenLoop(1000, Arrivals.POISSON, 4),
                GENERATOR,
                null);
        // pools of queryItems
        items("1 select thread", 64, 8, 1, "20ms", 4, Cause.POOL_TOO_SMALL, "select");
        items("4 select threads", 64, 16, 4, "5ms", 8, Cause.POOL_TOO_SMALL, "select");
        items("1 common thread", 64, 1, 64, "5ms", 8, Cause.POOL_TOO_SMALL, "common");
        items("1 business thread", 1, 32, 64, "5ms", 8, Cause.POOL_TOO_SMALL, BUSINESS);
        items("all three too small", 2, 4, 4, "10ms", 8, Cause.POOL_TOO_SMALL, "select");
        items("1 user of queryItems", 8, 16, 32, "5ms", 1, Cause.LOAD, null);
        replaceLast(plant -> plant.beside(Cause.WAITS_FOR_POOLS, BUSINESS));
        items("64 select threads for users that think", 200, 8, 64, "2ms", 2, Cause.LOAD, null);
        replaceLast(plant -> plant.under(new ClosedLoop(2, 0.03, 0.01)).beside(Cause.POOL_OVERSIZED, "select"));
        ioCpu("1 io thread", 1, 4, Map.of("mock.delay", "constant:10ms"), EnumSet.of(Cause.POOL_TOO_SMALL), "io");
        ioCpu(
                "merges of 2 ms",
                64,
                4,
                Map.of("mock.delay", "constant:1ms", "methods.query-items.merge-cpu", "2ms"),
                CORES,
                "cpu");
    }

    private void user(String name, int threads, Map<String, String> method, Demand demand, Cause limit) {
        user(name, threads, method, demand, EnumSet.of(limit), BUSINESS);
    }

    private void user(
            String name,
            int threads,
            Map<String, String> method,
            Demand demand,
            Set<Cause> limits,
            @Nullable String pool) {
        Map<String, String> settings = method.entrySet().stream()
                .collect(Collectors.toMap(each -> "methods.find-user-info." + each.getKey(), Map.Entry::getValue));
        Variant server = PlantedRuns.OPTIONS.servers().variant(name, "fixed:threads=" + threads + ",queue=1000");
        plants.add(new Plant(name, server.with(settings), false, demand, Around.NOTHING, limits, pool, null));
    }

    private void items(
            String name,
            int business,
            int common,
            int select,
            String delay,
            int users,
            Cause limit,
            @Nullable String pool) {
        Variant server = QueryItemsCalls.commonSelect(
                        PlantedRuns.OPTIONS.servers(), common, select, Map.of("mock.delay", "constant:" + delay))
                .with(Map.of("pools.business", "fixed:threads=" + business + ",queue=1000"));
        plants.add(new Plant(name, server, true, users(users), Around.NOTHING, EnumSet.of(limit), pool, null));
    }

    private void ioCpu(String name, int io, int cpu, Map<String, String> work, Set<Cause> limits, String pool) {
        Variant server = QueryItemsCalls.ioCpu(PlantedRuns.OPTIONS.servers(), io, cpu, work);
        plants.add(new Plant(name, server, true, users(8), Around.NOTHING, limits, pool, null));
    }

    private void replaceLast(UnaryOperator<Plant> change) {
        plants.add(change.apply(plants.remove(plants.size() - 1)));
    }

    private static Demand users(int count) {
        return new ClosedLoop(count, 0, 0.01);
    }

    private static Demand rate(double perSecond) {
        return new OpenLoop(perSecond, Arrivals.POISSON, 1000);
    }

    @Test
    void eachCause_isNamed_andTheSameIsToldAgain(@TempDir Path directory) throws Exception {
        int right = 0;
        List<String> contradicted = new ArrayList<>();
        try (PlantedRuns runs = new PlantedRuns(directory)) {
            plantAll(runs.serverCpus());
            List<Plant> all = plants.stream()
                    .filter(plant -> ONLY.matcher(plant.name()).find())
                    .toList();
            for (Plant plant : all) {
                List<List<Verdict>> told = new ArrayList<>();
                for (int repeat = 0; repeat < REPEATS; repeat++) {
                    told.add(run(runs, plant).details().diagnosis());
                }
                boolean isRight = told.stream().allMatch(plant::isNamedIn);
                right += isRight ? 1 : 0;
                List<Told> first =
                        told.stream().map(verdicts -> Told.of(verdicts.get(0))).toList();
                if (new HashSet<>(first).size() > 1) {
                    contradicted.add(plant.name());
                }
                System.out.printf(
                        Locale.ROOT,
                        "%s | %s | %s | %s%n",
                        plant.name(),
                        expected(plant),
                        first,
                        isRight ? "right" : "WRONG " + told);
            }
            System.out.printf(Locale.ROOT, "%d of %d right, contradicted: %s%n", right, all.size(), contradicted);
            assertThat(all.size() - right).isLessThanOrEqualTo(MOST_WRONG);
        }
        assertThat(contradicted).isEmpty();
    }

    private static String expected(Plant plant) {
        String limit = plant.limits() + (plant.pool() == null ? "" : " " + plant.pool());
        return plant.beside() == null ? limit : limit + " and " + plant.beside();
    }

    private static LabRun run(PlantedRuns runs, Plant plant) throws IOException, InterruptedException {
        LabRun run = runOnce(runs, plant);
        for (int attempt = 1;
                attempt < ATTEMPTS && !plant.limits().equals(GENERATOR) && WindowJudge.isDisturbed(run);
                attempt++) {
            run = runOnce(runs, plant);
        }
        return run;
    }

    private static LabRun runOnce(PlantedRuns runs, Plant plant) throws IOException, InterruptedException {
        List<Process> hogs = new ArrayList<>();
        try (FaultProxy redis = new FaultProxy(runs.uri().getHost(), runs.uri().getPort())) {
            long millis = plant.around().redisMillis();
            if (millis > 0) {
                redis.applyToAllConnections((bytes, caller) -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
                    caller.write(bytes);
                });
            }
            for (int i = 0; plant.around() == Around.OTHER_WORK && i < HOGS; i++) {
                hogs.add(hog(runs.serverCpus()));
            }
            URI from = millis > 0 ? URI.create("redis://127.0.0.1:" + redis.port()) : runs.uri();
            boolean isSlow = plant.around() == Around.INTERPRETED_GENERATOR;
            var load =
                    plant.isQueryItems() ? QueryItemsCalls.of(PlantedRuns.OPTIONS.load()) : PlantedRuns.OPTIONS.load();
            return runs.run(
                    from,
                    isSlow ? List.of("-Xint") : PlantedRuns.SMALL,
                    // only samples tell Redis from other input; on a full core a profiler starts late
                    millis > 0 ? plant.server().withProfiler() : plant.server(),
                    load.with(plant.demand()).lasting(WARMUP_SECONDS, WINDOW_SECONDS));
        } finally {
            for (Process hog : hogs) {
                hog.destroy();
                hog.waitFor();
            }
        }
    }

    /** Works on these cores for a minute at most. */
    private static Process hog(String cpus) throws IOException {
        return new ProcessBuilder("timeout", "60", "taskset", "-c", cpus, "sh", "-c", "while :; do :; done").start();
    }
}
