package dev.multipool.capacity.calibration;

import dev.multipool.capacity.calibration.ServiceProfile.Blocked;
import dev.multipool.capacity.calibration.ServiceProfile.Pauses;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes a service's profile from measured runs. Pure.
 *
 * <p>CPU per call and background are slope and intercept of CPU over throughput, by least squares over all runs. The wait
 * and what is outside come from the run in which the cores were least busy, where calls hardly wait for a core; in a busy
 * one they do, and the ledger can't tell that from other waiting. How far the simulated profile then misses the
 * throughputs that it was made from is its band.
 */
public final class Calibration {

    private static final int FEWEST_LOADS = 3;
    private static final double SMALLEST_BAND = 0.02;
    private static final RunPlan PLAN = RunPlan.of(1, Duration.ofSeconds(10));

    private Calibration() {}

    /**
     * Returns the profile.
     *
     * @throws IllegalArgumentException with fewer than three loads on a number of cores
     */
    public static ServiceProfile fit(List<MeasuredRun> runs) {
        checkLoads(runs);
        double cpu = slope(runs);
        double background = Math.max(0, meanCpu(runs) - cpu * meanThroughput(runs));
        MeasuredRun quiet = runs.stream()
                .min(Comparator.comparingDouble(run -> run.cpu().cpuCores() / run.cores()))
                .orElseThrow();
        double cpuMillis = 1e3 * cpu;
        double poolCpu = Math.min(quiet.pool().cpuMillis(), cpuMillis);
        double wait = quiet.pool().serviceMillis() - quiet.pool().cpuMillis();
        double inServer = quiet.pool().queueMillis() + wait + cpuMillis;
        ServiceProfile profile = new ServiceProfile(
                cpuMillis,
                background,
                poolCpu,
                new Blocked(wait, wait == 0 ? 0 : quiet.pool().serviceDeviationMillis() / wait),
                Math.max(0, quiet.meanResponseMillis() - inServer),
                pauses(runs),
                0);
        return profile.withBand(Math.max(SMALLEST_BAND, worstMiss(profile, runs)));
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

    private static double slope(List<MeasuredRun> runs) {
        double meanThroughput = meanThroughput(runs);
        double meanCpu = meanCpu(runs);
        double products = 0;
        double squares = 0;
        for (MeasuredRun run : runs) {
            double distance = run.throughputPerSecond() - meanThroughput;
            products += distance * (run.cpu().cpuCores() - meanCpu);
            squares += distance * distance;
        }
        if (!(products > 0)) {
            throw new IllegalArgumentException("runs: CPU doesn't grow with throughput (expected: loads far apart)");
        }
        return products / squares;
    }

    private static double meanThroughput(List<MeasuredRun> runs) {
        return runs.stream()
                .mapToDouble(MeasuredRun::throughputPerSecond)
                .average()
                .orElseThrow();
    }

    private static double meanCpu(List<MeasuredRun> runs) {
        return runs.stream().mapToDouble(run -> run.cpu().cpuCores()).average().orElseThrow();
    }

    private static Pauses pauses(List<MeasuredRun> runs) {
        double perCall = runs.stream()
                .mapToDouble(run -> run.cpu().pausesPerCall())
                .average()
                .orElseThrow();
        double millis = runs.stream()
                .filter(run -> run.cpu().pausesPerCall() > 0)
                .mapToDouble(run -> run.cpu().meanPauseMillis())
                .average()
                .orElse(0);
        return new Pauses(perCall == 0 ? 0 : Math.max(1, Math.round(1 / perCall)), millis);
    }

    private static double worstMiss(ServiceProfile profile, List<MeasuredRun> runs) {
        double worst = 0;
        for (MeasuredRun run : runs) {
            SimulationResult simulated = Simulator.run(
                    profile.service("fixed:threads=" + run.threads() + ",queue=100000"),
                    profile.on(CpuModel.cores(run.cores())),
                    Load.closed(run.users()),
                    PLAN);
            worst = Math.max(worst, Math.abs(simulated.tps() / run.throughputPerSecond() - 1));
        }
        return worst;
    }
}
