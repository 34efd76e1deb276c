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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Makes a service's profile from measured runs. Pure. */
public final class Calibration {

    /*
     * CPU per call and background are slope and intercept of CPU over throughput, by least squares over all runs. How it
     * divides over the pools is what their ledgers say, weighted by calls.
     *
     * Waits and what is outside come from the run in which the cores were least busy. Even there a thread that waited for
     * Redis then waits for a core, its own siblings of a fan-out among those in the way, and a ledger can't tell that from
     * other waiting. So the waits are not read off but found: those with which the simulated run has the service times,
     * their scatter and the response time that were measured. Each round adds what is still missing.
     */

    private static final int FEWEST_LOADS = 3;
    private static final int ROUNDS = 6;
    private static final double SMALLEST_BAND = 0.02;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final RunPlan PLAN = RunPlan.of(1, Duration.ofSeconds(10));

    private final TaskShape shape;
    private final List<MeasuredRun> runs;
    private final MeasuredRun quiet;

    /** The waits of one pool, as far as they are found. */
    private record Waiting(double millis, double variance) {
        Blocked blocked() {
            return millis <= 0 ? Blocked.NEVER : new Blocked(millis, Math.sqrt(variance) / millis);
        }
    }

    private Calibration(TaskShape shape, List<MeasuredRun> runs) {
        this.shape = shape;
        this.runs = runs;
        this.quiet =
                runs.stream().min(Comparator.comparingDouble(MeasuredRun::load)).orElseThrow();
    }

    /**
     * Returns the profile.
     *
     * @param shape how calls go from pool to pool
     * @throws IllegalArgumentException with fewer than three loads on a number of cores, or without a pool of the shape
     */
    public static ServiceProfile fit(TaskShape shape, List<MeasuredRun> runs) {
        checkLoads(runs);
        return new Calibration(shape, List.copyOf(runs)).fit();
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
        double cpu = slope();
        double background = Math.max(0, mean(run -> run.cpu().cpuCores()) - cpu * mean(Calibration::tps));
        Map<String, Double> cpuOf = cpuByPool(1e3 * cpu);
        Map<String, Waiting> waits = firstWaits();
        double outside = Math.max(0, quiet.seen().meanMillis() - 1e3 * cpu - longestWaits(shape, waits));
        ServiceProfile profile = new ServiceProfile(
                1e3 * cpu, background, tasks(shape, cpuOf, waits), outside, pauses(), Missed.UNKNOWN);
        for (int round = 0; round < ROUNDS; round++) {
            SimulationResult simulated = simulate(profile, quiet);
            outside = Math.max(0, outside + quiet.seen().meanMillis() - simulated.meanMillis());
            waits = betterWaits(waits, simulated);
            profile = profile.withCall(tasks(shape, cpuOf, waits), outside);
        }
        return profile.withMissed(missed(profile));
    }

    private double slope() {
        double meanThroughput = mean(Calibration::tps);
        double meanCpu = mean(run -> run.cpu().cpuCores());
        double products = 0;
        double squares = 0;
        for (MeasuredRun run : runs) {
            double distance = tps(run) - meanThroughput;
            products += distance * (run.cpu().cpuCores() - meanCpu);
            squares += distance * distance;
        }
        if (!(products > 0)) {
            throw new IllegalArgumentException("runs: CPU doesn't grow with throughput (expected: loads far apart)");
        }
        return products / squares;
    }

    private static double tps(MeasuredRun run) {
        return run.seen().throughputPerSecond();
    }

    private double mean(ToDoubleFunction<MeasuredRun> figure) {
        return runs.stream().mapToDouble(figure).average().orElseThrow();
    }

    /** Of one task, by pool; together no more than a call has. */
    private Map<String, Double> cpuByPool(double most) {
        Map<String, Double> perTask = new HashMap<>();
        double perCall = 0;
        double calls = mean(Calibration::tps);
        for (String pool : shape.pools()) {
            double cpu = mean(run -> tps(run) * run.pool(pool).cpuMillis()) / calls;
            perTask.put(pool, cpu);
            perCall += cpu * shape.visits(pool).tasks();
        }
        double scale = Math.min(1, most / perCall);
        perTask.replaceAll((pool, cpu) -> scale * cpu);
        return perTask;
    }

    private Map<String, Waiting> firstWaits() {
        Map<String, Waiting> waits = new HashMap<>();
        for (String name : shape.pools()) {
            Visits visits = shape.visits(name);
            if (visits.waitingTasks() > 0) {
                Pool pool = quiet.pool(name);
                double share = visits.waitingTasks() / visits.tasks();
                double millis = Math.max(0, pool.serviceMillis() - pool.joinMillis() - pool.cpuMillis()) / share;
                waits.put(name, new Waiting(millis, square(pool.serviceDeviationMillis())));
            }
        }
        return waits;
    }

    /** What the waits of a call add up to when its siblings wait at the same time. */
    private static double longestWaits(TaskShape task, Map<String, Waiting> waits) {
        double own = task.waits()
                ? waits.getOrDefault(task.pool(), new Waiting(0, 0)).millis()
                : 0;
        return own
                + task.subtasks().stream()
                        .mapToDouble(subtask -> longestWaits(subtask, waits))
                        .sum();
    }

    private Map<String, Waiting> betterWaits(Map<String, Waiting> waits, SimulationResult simulated) {
        Map<String, Waiting> better = new HashMap<>();
        waits.forEach((name, waiting) -> {
            Visits visits = shape.visits(name);
            double share = visits.waitingTasks() / visits.tasks();
            Pool measured = quiet.pool(name);
            LedgerSnapshot ledger = simulated.pool(name);
            double tasks = Math.max(1, ledger.serviceTimeNanos().count());
            double held = (ledger.serviceTimeNanos().sum() - ledger.times().joinWaitNanos()) / tasks / NANOS_PER_MILLI;
            double deviation = ledger.serviceTimeNanos().standardDeviation() / NANOS_PER_MILLI;
            double missingMillis = (measured.serviceMillis() - measured.joinMillis() - held) / share;
            double missingVariance = (square(measured.serviceDeviationMillis()) - square(deviation)) / share;
            better.put(
                    name,
                    new Waiting(
                            Math.max(0, waiting.millis() + missingMillis),
                            Math.max(0, waiting.variance() + missingVariance)));
        });
        return better;
    }

    private static double square(double value) {
        return value * value;
    }

    private TaskProfile tasks(TaskShape task, Map<String, Double> cpuOf, Map<String, Waiting> waits) {
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
                task.waits()
                        ? waits.getOrDefault(task.pool(), new Waiting(0, 0)).blocked()
                        : Blocked.NEVER,
                task.subtasks().stream()
                        .map(subtask -> tasks(subtask, cpuOf, waits))
                        .toList());
    }

    private Pauses pauses() {
        double perCall = mean(run -> run.cpu().pausesPerCall());
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
        for (MeasuredRun run : runs) {
            SimulationResult simulated = simulate(profile, run);
            tps = Math.max(tps, Math.abs(simulated.tps() / tps(run) - 1));
            p99 = Math.max(
                    p99, Math.abs(simulated.percentileMillis(99) / run.seen().p99Millis() - 1));
        }
        return new Missed(tps, p99);
    }

    private static SimulationResult simulate(ServiceProfile profile, MeasuredRun run) {
        return Simulator.run(
                profile.service(run.threads()),
                profile.on(CpuModel.cores(run.cores())),
                Load.closed(run.users()),
                PLAN);
    }
}
