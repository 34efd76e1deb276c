package dev.multipool.capacity.calibration;

import dev.multipool.capacity.AsymptoticBounds;
import dev.multipool.capacity.ClosedNetwork;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a service would do on a machine: predicted, not measured.
 *
 * @param threads of its fixed pools
 * @param users without think time
 * @param bound the most that the formulas allow
 * @param network what the product form gives, with the outermost pool as a flow equivalent and all CPU time on it; it
 *     knows nothing of inner pools, nor of quotas
 * @param result what the simulator gives
 * @param missed how far the profile is from its own runs
 */
public record Prediction(
        Map<String, Integer> threads,
        int users,
        double bound,
        double network,
        SimulationResult result,
        ServiceProfile.Missed missed) {

    private static final int SEED = 1;
    private static final int TASKS = 100_000;

    /** Keeps a copy. */
    public Prediction {
        threads = Collections.unmodifiableMap(new LinkedHashMap<>(threads));
    }

    /** Returns the prediction for fixed pools with queues and so many users. */
    public static Prediction predict(
            ServiceProfile profile, CpuModel machine, Map<String, Integer> threads, int users) {
        return new Prediction(
                threads,
                users,
                bound(profile, machine, threads, users),
                network(profile, machine, threads, users),
                Simulator.run(
                        profile.service(threads),
                        profile.on(machine),
                        Load.closed(users),
                        profile.plan(SEED, machine, TASKS)),
                profile.missed());
    }

    /** Of each pool, since the narrowest one is the limit. */
    private static double bound(ServiceProfile profile, CpuModel machine, Map<String, Integer> threads, int users) {
        double least = Double.POSITIVE_INFINITY;
        for (String pool : profile.call().pools()) {
            AsymptoticBounds bounds = new AsymptoticBounds(
                    profile.aloneMillis() / 1e3,
                    profile.call().holdingMillis(pool) / 1e3,
                    profile.cpuMillis() / 1e3,
                    machine.usableCores() - profile.backgroundCores());
            least = Math.min(least, bounds.throughput(users, threads.getOrDefault(pool, users)));
        }
        return least;
    }

    private static double network(ServiceProfile profile, CpuModel machine, Map<String, Integer> threads, int users) {
        int cores = Math.max(1, (int) Math.round(machine.usableCores()));
        double slower = cores / (machine.usableCores() - profile.backgroundCores());
        ClosedNetwork pool = ClosedNetwork.start()
                .delay(profile.call().waitingMillis() / 1e3)
                .servers(profile.cpuMillis() / 1e3 * slower, cores);
        return ClosedNetwork.start()
                .delay(profile.outsideMillis() / 1e3)
                .inside(
                        pool,
                        Math.min(users, threads.getOrDefault(profile.call().pool(), users)))
                .throughput(users);
    }

    /** Returns the simulated throughput. */
    public double tps() {
        return result.tps();
    }

    /** Returns the throughput less what the profile missed its own runs by. */
    public double tpsLow() {
        return tps() * (1 - missed.tps());
    }

    /** Returns the throughput and what the profile missed its own runs by. */
    public double tpsHigh() {
        return tps() * (1 + missed.tps());
    }

    /** Returns the simulated TP99. */
    public double p99Millis() {
        return result.percentileMillis(99);
    }
}
