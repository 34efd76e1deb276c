package dev.multipool.perf.calibration;

import dev.multipool.capacity.calibration.MeasuredRun;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.ScheduledThreads;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.service.ServiceCall;
import dev.multipool.pools.PoolConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The short runs from which a service is calibrated: which, and what the model wants to know of them. */
public final class CalibrationRuns {
    static final String AXIS = "users";
    /** Users for each core: saturated, busy, nearly idle. In this order, since load makes the server compile its code. */
    private static final List<Integer> USERS_PER_CORE = List.of(10, 3, 1);
    /** More than is ever busy in these runs, so that no call waits for a thread. */
    private static final int THREADS = 100;

    private final ServiceCall call;
    private final ExperimentOptions options;

    public CalibrationRuns(ServiceCall call, ExperimentOptions options) {
        this.call = call;
        this.options = options;
    }

    /** How many there are on one number of cores. */
    public static int loads() {
        return USERS_PER_CORE.size();
    }

    /** All loads on each number of cores that the server can have: 1, 2, 4 and so on, and all of them. */
    List<RunSettings> onEveryNumberOfCores(CorePlan plan) {
        List<RunSettings> points = new ArrayList<>();
        for (int cores = 1; cores < plan.serverCores() && plan.serverCpus() != null; cores *= 2) {
            points.addAll(on(plan, cores));
        }
        points.addAll(on(plan, plan.serverCores()));
        return points;
    }

    /** All loads on so many of the server's cores. */
    public List<RunSettings> on(CorePlan plan, int cores) {
        Map<String, Integer> threads = call.pools().stream().collect(Collectors.toMap(pool -> pool, pool -> THREADS));
        Variant variant = pinned(call.server(options.servers(), threads).named("calibration"), plan, cores);
        Load load = call.of(options.warmLoad());
        return USERS_PER_CORE.stream()
                .map(each -> new RunSettings(
                        new PointPosition(
                                "calibration, " + call.word() + ", " + cores + (cores == 1 ? " core" : " cores"),
                                AXIS,
                                String.valueOf(each * cores)),
                        variant,
                        load.with(new ClosedLoop(each * cores, 0, options.rejectBackoffSeconds())),
                        List.of()))
                .toList();
    }

    /** The busiest of these points as a run to throw away: made again until it is steady, it has the server's code compiled. */
    public RunSettings warmUp(List<RunSettings> points) {
        return at("warm-up, " + call.word(), points.get(0));
    }

    /** The same points, to be measured a second time. */
    public static List<RunSettings> onceMore(List<RunSettings> points) {
        return points.stream()
                .map(point -> at(point.place().stage() + ", once more", point))
                .toList();
    }

    private static RunSettings at(String stage, RunSettings point) {
        return new RunSettings(
                new PointPosition(stage, point.place().axis(), point.place().label()),
                point.variant(),
                point.load(),
                point.expectedErrors());
    }

    /** The server on the first of its cores. */
    public static Variant pinned(Variant variant, CorePlan plan, int cores) {
        String cpus = plan.serverCpus();
        return cpus == null || cores == plan.serverCores()
                ? variant
                : variant.onCpus(
                        CorePlan.numbers(cpus).stream()
                                .limit(cores)
                                .map(String::valueOf)
                                .collect(Collectors.joining(",")),
                        variant.cpuQuota());
    }

    /**
     * What the model wants to know of runs: of those that count.
     *
     * @throws IllegalArgumentException when no run counts
     */
    List<MeasuredRun> measured(List<LabRun> runs, CorePlan plan) {
        List<LabRun> counting = runs.stream()
                .filter(run -> run.isValid() && !run.server().pools().isEmpty())
                .filter(run -> run.figures().use().serverCpuCores() != null)
                .filter(run -> run.settings().load().demand() instanceof ClosedLoop)
                .toList();
        List<MeasuredRun> measured =
                counting.stream().map(run -> measured(run, plan)).toList();
        if (measured.isEmpty()) {
            throw new IllegalArgumentException(
                    "runs: none that counts (expected: at least one, the reasons stand at each run)");
        }
        return measured;
    }

    private MeasuredRun measured(LabRun run, CorePlan plan) {
        String cpus = run.settings().variant().cpus();
        Double cpu = run.figures().use().serverCpuCores();
        double calls = run.figures().counts().throughputPerSecond()
                * run.server().pools().get(0).seconds();
        return new MeasuredRun(
                cpus == null ? plan.serverCores() : CorePlan.numbers(cpus).size(),
                PoolComparison.users(run.settings()),
                new MeasuredRun.Seen(
                        run.figures().counts().throughputPerSecond(),
                        run.figures().times().responseTime().meanMillis(),
                        run.figures().times().responseTime().p99Millis()),
                new MeasuredRun.Cpu(
                        cpu == null ? 0 : cpu,
                        run.server().pauses() == null
                                ? 0
                                : run.server().pauses().count() / calls,
                        run.server().pauses() == null
                                ? 0
                                : run.server().pauses().meanMillis()),
                run.server().pools().stream()
                        .filter(pool -> call.pools().contains(pool.pool()))
                        .map(pool -> measured(pool, run.details().threads()))
                        .toList());
    }

    private static MeasuredRun.Pool measured(PoolLedger ledger, List<ScheduledThreads> threads) {
        double tasks = Math.max(1, ledger.ratePerSecond() * ledger.seconds());
        Double deviation = ledger.tasks().serviceDeviationMillis();
        return new MeasuredRun.Pool(
                ledger.pool(),
                PoolConfig.parse(ledger.pool(), ledger.spec()).maxThreads(),
                ledger.meanQueueMillis(),
                ledger.meanServiceMillis(),
                1e3 * ledger.threads().joinWaitSeconds() / tasks,
                1e3 * cpuSeconds(ledger, threads) / tasks,
                deviation == null ? 0 : deviation);
    }

    /** By the scheduler, which counts threads that come and go too; where it does not tell, by the ledger, within tasks. */
    private static double cpuSeconds(PoolLedger ledger, List<ScheduledThreads> threads) {
        Double within = ledger.threads().cpuSeconds();
        return threads.stream()
                .filter(group -> group.group().equals(ledger.pool()))
                .mapToDouble(ScheduledThreads::cpuSeconds)
                .findFirst()
                .orElse(within == null ? 0 : within);
    }

    /** Threads of a variant's pools, as it was measured. */
    public static Map<String, Integer> threads(ServiceCall call, Variant variant) {
        Map<String, Integer> threads = new LinkedHashMap<>();
        call.pools()
                .forEach(pool -> threads.put(
                        pool,
                        PoolConfig.parse(pool, variant.server().getOrDefault("pools." + pool, ""))
                                .maxThreads()));
        return threads;
    }
}
