package dev.multipool.capacity.calibration;

import dev.multipool.capacity.calibration.MeasuredRun.Pool;
import dev.multipool.capacity.calibration.ServiceProfile.Missed;
import dev.multipool.capacity.calibration.ServiceProfile.Pauses;
import dev.multipool.capacity.calibration.TaskProfile.Blocked;
import dev.multipool.capacity.calibration.TaskShape.Visits;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.pools.LedgerSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Makes a service's profile from measured runs. Pure. */
public final class Calibration {

    /*
     * The CPU time of the process is fitted to all runs, least squares of the relative errors: so much per call, so much for
     * each time that an idle core wakes, and a background. How often idle cores wake only a run's simulation tells. What of
     * it tasks use is what the pools' threads used, weighted by calls, less the wakes in it. The rest is that of event
     * loops: an equal part for the call itself and for each wait of it, since nothing tells them apart.
     *
     * Waits and what is outside come from the runs in which the cores were least busy. Even there a thread that waited for
     * Redis then waits for a core, its own siblings of a fan-out among those in the way, and a ledger can't tell that from
     * other waiting. So the waits are not read off but found: those with which the simulated run has the times in the
     * pools, the response time and its TP99 that were measured. Each round adds what is still missing. A ledger's
     * deviation is only where the scatter starts from: of tasks of several kinds it says how the kinds differ.
     */

    private static final int FEWEST_LOADS = 3;
    private static final double SMALLEST_BAND = 0.02;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double FIRST_SCATTER = 0.5;
    private static final double MOST_SCATTER = 3;
    private static final double LARGEST_STEP = 1.5;
    private static final double STEP_OF_MEAN = 2;
    private static final double TAIL_WEIGHT = 0.5;
    /** What waits, waits a little. */
    private static final double SHORTEST_WAIT = 1e-3;

    private final TaskShape shape;
    private final List<MeasuredRun> runs;
    private final List<MeasuredRun> quiet;
    private final Effort effort;

    /** The profile's parts as estimated so far. */
    private record Estimate(CpuFit cpu, Map<String, Double> cpuOf, Map<String, Blocked> waits, double outsideMillis) {}

    /**
     * What a fit takes for granted; the variant that misses the runs least is taken.
     *
     * @param background whether there may be one: in few runs it looks like idle cores that are costly to wake
     * @param slowestSibling whether tasks scatter as the mean response says, where it is too long with nothing outside, and
     *     not as TP99 says: a call waits for the slowest of its tasks, and tasks that wait together are not in the model
     */
    private record ModelVariant(boolean background, boolean slowestSibling) {}

    /**
     * How much is simulated for a fit.
     *
     * @param variants of what is taken for granted
     * @param rounds of improvement
     * @param tasksInARound simulated tasks of each run in a round
     * @param tasks the same for what the fit misses
     * @param quietly simulated time of the quietest runs in a round
     * @param narrow whether pools may be so narrow that tasks wait for a thread: then the quietest runs are those of the fewest
     *     users, and queue time tells nothing of waits for a core
     */
    private record Effort(
            List<ModelVariant> variants, int rounds, int tasksInARound, int tasks, Duration quietly, boolean narrow) {
        private static final Effort THOROUGH = new Effort(
                List.of(
                        new ModelVariant(true, true),
                        new ModelVariant(true, false),
                        new ModelVariant(false, true),
                        new ModelVariant(false, false)),
                14,
                30_000,
                100_000,
                Duration.ofSeconds(10),
                false);

        private static final Effort QUICK =
                new Effort(List.of(new ModelVariant(true, false)), 7, 4_000, 8_000, Duration.ofSeconds(2), true);
    }

    private Calibration(TaskShape shape, List<MeasuredRun> runs, Effort effort) {
        this.shape = shape;
        this.runs = runs;
        this.effort = effort;
        Comparator<MeasuredRun> byLoad = Comparator.comparingDouble(MeasuredRun::load);
        MeasuredRun quietest = runs.stream()
                .min(
                        effort.narrow()
                                ? Comparator.comparingInt(MeasuredRun::users).thenComparing(byLoad)
                                : byLoad)
                .orElseThrow();
        this.quiet = runs.stream().filter(quietest::isLike).toList();
    }

    /**
     * Returns the profile.
     *
     * @param shape how calls go from pool to pool
     * @throws IllegalArgumentException with fewer than three loads on a number of cores, or without a pool of the shape
     */
    public static ServiceProfile fit(TaskShape shape, List<MeasuredRun> runs) {
        checkLoads(runs);
        return new Calibration(shape, List.copyOf(runs), Effort.THOROUGH).fit();
    }

    /**
     * Returns a profile that takes about a second to make: good enough to say what is worth measuring. Other than for {@link
     * #fit}, the pools may be so narrow that tasks wait for a thread.
     *
     * @param shape how calls go from pool to pool
     * @throws IllegalArgumentException with fewer than three loads on a number of cores, or without a pool of the shape
     */
    public static ServiceProfile fitQuickly(TaskShape shape, List<MeasuredRun> runs) {
        checkLoads(runs);
        return new Calibration(shape, List.copyOf(runs), Effort.QUICK).fit();
    }

    private static void checkLoads(List<MeasuredRun> runs) {
        Map<Integer, Long> loads = new TreeMap<>();
        runs.stream()
                .map(run -> List.of(run.cores(), run.users()))
                .distinct()
                .forEach(load -> loads.merge(load.get(0), 1L, Long::sum));
        if (loads.isEmpty()) {
            throw new IllegalArgumentException("runs: none (expected: at least " + FEWEST_LOADS + " loads)");
        }
        loads.forEach((cores, count) -> {
            if (count < FEWEST_LOADS) {
                throw new IllegalArgumentException("runs: " + count + " loads on " + cores + " cores (expected: >= "
                        + FEWEST_LOADS + ", or none)");
            }
        });
    }

    private ServiceProfile fit() {
        ServiceProfile nearest = effort.variants().stream()
                .map(this::fit)
                .min(Comparator.comparingDouble(this::error))
                .orElseThrow();
        return nearest.withMissed(missed(nearest));
    }

    private ServiceProfile fit(ModelVariant variant) {
        CpuFit cpu = CpuFit.of(runs, new double[runs.size()], variant.background());
        Map<String, Blocked> waits = estimateWaits();
        double outside = Math.max(
                0, mean(quiet, run -> run.seen().meanMillis()) - cpu.millisPerCall() - longestWaits(shape, waits));
        Estimate estimate = new Estimate(cpu, measuredCpuByPool(), waits, outside);
        for (int round = 0; round < effort.rounds(); round++) {
            estimate = improve(estimate, variant);
        }
        return profile(estimate);
    }

    /** What a profile misses its runs by. */
    private double error(ServiceProfile profile) {
        List<SimulationResult> simulated = simulated(profile, effort.tasks());
        double sum = 0;
        for (int i = 0; i < runs.size(); i++) {
            MeasuredRun run = runs.get(i);
            sum += off(simulated.get(i).tps(), tps(run))
                    + off(simulated.get(i).cpu().busyCores(), run.cpu().cpuCores())
                    + TAIL_WEIGHT
                            * off(
                                    simulated.get(i).percentileMillis(99),
                                    run.seen().p99Millis());
        }
        return sum;
    }

    private ServiceProfile profile(Estimate estimate) {
        double perCall = ofPools(estimate);
        // the pools' share is measured by other clocks than the process' and may come out larger
        double scale = Math.min(1, estimate.cpu().millisPerCall() / perCall);
        Map<String, Double> scaled = new HashMap<>(estimate.cpuOf());
        scaled.replaceAll((pool, cpu) -> scale * cpu);
        double loops = Math.max(0, estimate.cpu().millisPerCall() - scale * perCall) / (1 + waits());
        return new ServiceProfile(
                estimate.cpu().millisPerCall(),
                estimate.cpu().millisPerIdleWake(),
                estimate.cpu().backgroundCores(),
                tasks(shape, scaled, estimate.waits()).withWaitsComputing(loops),
                estimate.outsideMillis(),
                pauses(),
                Missed.UNKNOWN);
    }

    /** CPU time of a call on the pools. */
    private double ofPools(Estimate estimate) {
        double perCall = 0;
        for (String pool : shape.pools()) {
            perCall += estimate.cpuOf().getOrDefault(pool, 0.0)
                    * shape.visits(pool).tasks();
        }
        return perCall;
    }

    private double waits() {
        return shape.pools().stream()
                .mapToDouble(pool -> shape.visits(pool).waitingTasks())
                .sum();
    }

    private Estimate improve(Estimate estimate, ModelVariant variant) {
        ServiceProfile profile = profile(estimate);
        List<SimulationResult> simulated = simulated(profile, effort.tasksInARound());
        double[] wakes = simulated.stream()
                .mapToDouble(result -> result.cpu().idleWakesPerSecond() / result.tps())
                .toArray();
        SimulationResult quietly = simulate(profile, quiet.get(0), RunPlan.of(1, effort.quietly()));
        double missing = mean(quiet, run -> run.seen().meanMillis()) - quietly.meanMillis();
        double measuredTail =
                mean(quiet, run -> run.seen().p99Millis() - run.seen().meanMillis());
        double tail = Math.max(SHORTEST_WAIT, quietly.percentileMillis(99) - quietly.meanMillis());
        double wider = Math.sqrt(Math.max(SHORTEST_WAIT, measuredTail) / tail);
        double outside = effort.narrow() ? outsideOfPools(estimate) : Math.max(0, estimate.outsideMillis() + missing);
        double forMean = 1 + STEP_OF_MEAN * (estimate.outsideMillis() + missing) / quietly.meanMillis();
        if (variant.slowestSibling() && estimate.outsideMillis() == 0 && forMean < wider) {
            wider = forMean;
            outside = 0;
        }
        double step = Math.min(LARGEST_STEP, Math.max(1 / LARGEST_STEP, wider));
        return new Estimate(
                CpuFit.of(runs, wakes, variant.background()),
                correctCpu(estimate.cpuOf(), simulated),
                correctWaits(estimate.waits(), quietly, step),
                outside);
    }

    /** What the first pool does not have of the response time, without what event loops compute for the call. */
    private double outsideOfPools(Estimate estimate) {
        return Math.max(
                0,
                mean(
                                quiet,
                                run -> run.seen().meanMillis()
                                        - run.pool(shape.pool()).queueMillis()
                                        - run.pool(shape.pool()).serviceMillis())
                        - Math.max(0, estimate.cpu().millisPerCall() - ofPools(estimate)) / (1 + waits()));
    }

    /** One for each run; those of the same load and threads are simulated once. */
    private List<SimulationResult> simulated(ServiceProfile profile, int tasks) {
        List<SimulationResult> results = new ArrayList<>();
        for (MeasuredRun run : runs) {
            SimulationResult known = null;
            for (int i = 0; i < results.size() && known == null; i++) {
                known = runs.get(i).isLike(run) ? results.get(i) : null;
            }
            CpuModel machine = CpuModel.inTurns(run.cores());
            results.add(known != null ? known : simulate(profile, run, profile.plan(1, machine, tasks)));
        }
        return results;
    }

    private static double tps(MeasuredRun run) {
        return run.seen().throughputPerSecond();
    }

    private static double mean(List<MeasuredRun> runs, ToDoubleFunction<MeasuredRun> figure) {
        return runs.stream().mapToDouble(figure).average().orElseThrow();
    }

    /** Of one task, by pool. */
    private Map<String, Double> measuredCpuByPool() {
        Map<String, Double> perTask = new HashMap<>();
        for (String pool : shape.pools()) {
            perTask.put(pool, mean(runs, run -> tps(run) * run.pool(pool).cpuMillis()) / mean(runs, Calibration::tps));
        }
        return perTask;
    }

    private Map<String, Double> correctCpu(Map<String, Double> cpuOf, List<SimulationResult> simulated) {
        double calls = runs.stream().mapToDouble(Calibration::tps).sum();
        Map<String, Double> corrected = new HashMap<>();
        cpuOf.forEach((name, cpu) -> {
            double missing = 0;
            for (int i = 0; i < runs.size(); i++) {
                MeasuredRun run = runs.get(i);
                LedgerSnapshot ledger = simulated.get(i).pool(name);
                double simulatedCpu = ledger.times().cpuNanos() / tasks(ledger) / NANOS_PER_MILLI;
                missing += tps(run) / calls * (run.pool(name).cpuMillis() - simulatedCpu);
            }
            corrected.put(name, Math.max(0, cpu + missing));
        });
        return corrected;
    }

    private static double tasks(LedgerSnapshot ledger) {
        return Math.max(1, ledger.serviceTimeNanos().count());
    }

    private Map<String, Blocked> estimateWaits() {
        Map<String, Blocked> waits = new HashMap<>();
        for (String name : shape.pools()) {
            Visits visits = shape.visits(name);
            if (visits.waitingTasks() > 0) {
                double share = visits.waitingTasks() / visits.tasks();
                double millis = Math.max(
                        0,
                        mean(
                                        quiet,
                                        run -> inPool(run.pool(name))
                                                - run.pool(name).cpuMillis())
                                / share);
                double deviation = mean(quiet, run -> run.pool(name).serviceDeviationMillis());
                double scatter = millis > 0 && deviation > 0 ? deviation / millis : FIRST_SCATTER;
                waits.put(name, new Blocked(Math.max(SHORTEST_WAIT, millis), Math.min(MOST_SCATTER, scatter), 0));
            }
        }
        return waits;
    }

    /** With the time until a thread that was parked has a core: simulated threads have it in their service time. */
    private double inPool(Pool pool) {
        return (effort.narrow() ? 0 : pool.queueMillis()) + pool.serviceMillis() - pool.joinMillis();
    }

    private double inPool(LedgerSnapshot ledger) {
        double nanos = (effort.narrow() ? 0 : ledger.queueTimeNanos().sum())
                + ledger.serviceTimeNanos().sum()
                - ledger.times().joinWaitNanos();
        return nanos / tasks(ledger) / NANOS_PER_MILLI;
    }

    /** What the waits of a call add up to when its siblings wait at the same time. */
    private static double longestWaits(TaskShape task, Map<String, Blocked> waits) {
        double own =
                task.waits() ? waits.getOrDefault(task.pool(), Blocked.NEVER).millis() : 0;
        return own
                + task.subtasks().stream()
                        .mapToDouble(subtask -> longestWaits(subtask, waits))
                        .sum();
    }

    private Map<String, Blocked> correctWaits(Map<String, Blocked> waits, SimulationResult simulated, double wider) {
        Map<String, Blocked> corrected = new HashMap<>();
        waits.forEach((name, waiting) -> {
            Visits visits = shape.visits(name);
            double share = visits.waitingTasks() / visits.tasks();
            double missing = (mean(quiet, run -> inPool(run.pool(name))) - inPool(simulated.pool(name))) / share;
            corrected.put(
                    name,
                    new Blocked(
                            Math.max(SHORTEST_WAIT, waiting.millis() + missing),
                            Math.min(MOST_SCATTER, wider * waiting.cv()),
                            0));
        });
        return corrected;
    }

    private TaskProfile tasks(TaskShape task, Map<String, Double> cpuOf, Map<String, Blocked> waits) {
        Visits visits = shape.visits(task.pool());
        double measured = cpuOf.getOrDefault(task.pool(), 0.0);
        double unknown = Math.max(0, measured - visits.knownCpuMillis() / visits.tasks());
        double known = visits.knownCpuMillis() == 0
                ? 0
                : task.knownCpuMillis() * Math.min(1, measured * visits.tasks() / visits.knownCpuMillis());
        return new TaskProfile(
                task.pool(),
                task.count(),
                known + unknown,
                task.waits() ? waits.getOrDefault(task.pool(), Blocked.NEVER) : Blocked.NEVER,
                task.subtasks().stream()
                        .map(subtask -> tasks(subtask, cpuOf, waits))
                        .toList(),
                task.leases());
    }

    private Pauses pauses() {
        double perCall = mean(runs, run -> run.cpu().pausesPerCall());
        double millis = runs.stream()
                .filter(run -> run.cpu().pausesPerCall() > 0)
                .mapToDouble(run -> run.cpu().meanPauseMillis())
                .average()
                .orElse(0);
        return new Pauses(perCall == 0 ? 0 : Math.max(1, Math.round(1 / perCall)), millis);
    }

    private Missed missed(ServiceProfile profile) {
        double tps = SMALLEST_BAND;
        double p99 = SMALLEST_BAND;
        List<SimulationResult> simulated = simulated(profile, effort.tasks());
        for (int i = 0; i < runs.size(); i++) {
            MeasuredRun run = runs.get(i);
            tps = Math.max(tps, off(simulated.get(i).tps(), tps(run)));
            p99 = Math.max(
                    p99, off(simulated.get(i).percentileMillis(99), run.seen().p99Millis()));
        }
        return new Missed(tps, p99);
    }

    private static double off(double simulated, double measured) {
        return Math.abs(simulated / measured - 1);
    }

    private static SimulationResult simulate(ServiceProfile profile, MeasuredRun run, RunPlan plan) {
        return Simulator.run(
                profile.service(run.threads()),
                profile.on(CpuModel.inTurns(run.cores())),
                Load.closed(run.users()),
                plan);
    }
}
