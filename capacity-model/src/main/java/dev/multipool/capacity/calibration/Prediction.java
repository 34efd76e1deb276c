package dev.multipool.capacity.calibration;

import dev.multipool.capacity.AsymptoticBounds;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import java.time.Duration;
import java.util.List;

/**
 * What a service would do on a machine: predicted, not measured.
 *
 * @param threads of its fixed pool
 * @param users without think time
 * @param bound the most that the formulas allow
 * @param tps what the simulator gives
 * @param tpsLow and
 * @param tpsHigh with the profile's band
 * @param result all of it
 */
public record Prediction(
        int threads, int users, double bound, double tps, double tpsLow, double tpsHigh, SimulationResult result) {

    private static final RunPlan PLAN = RunPlan.of(1, Duration.ofSeconds(20));

    /** Returns one prediction for each pool size, with as many users as threads. */
    public static List<Prediction> table(ServiceProfile profile, CpuModel machine, List<Integer> sizes) {
        return sizes.stream().map(size -> predict(profile, machine, size, size)).toList();
    }

    /** Returns the prediction for a pool with a queue and so many users. */
    public static Prediction predict(ServiceProfile profile, CpuModel machine, int threads, int users) {
        SimulationResult result = Simulator.run(
                profile.service("fixed:threads=" + threads + ",queue=100000"),
                profile.on(machine),
                Load.closed(users),
                PLAN);
        double holding = profile.poolCpuMillis() + profile.blocked().millis();
        AsymptoticBounds bounds = new AsymptoticBounds(
                (profile.blocked().millis() + profile.cpuMillis() + profile.outsideMillis()) / 1e3,
                holding / 1e3,
                profile.cpuMillis() / 1e3,
                machine.usableCores() - profile.backgroundCores());
        return new Prediction(
                threads,
                users,
                bounds.throughput(users, threads),
                result.tps(),
                result.tps() * (1 - profile.band()),
                result.tps() * (1 + profile.band()),
                result);
    }
}
