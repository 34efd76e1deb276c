package dev.multipool.laboratory.guide;

import dev.multipool.capacity.calibration.Calibration;
import dev.multipool.capacity.calibration.MeasuredRun;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.calibration.TaskShape;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.pools.PoolConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A described service as stations of the simulator. Pools have made-up names in it, as those of real ones may be anything.
 *
 * <p><b>Threads:</b> one.
 */
final class ServiceModel {
    private static final int SEED = 1;
    /** Simulated calls of a prediction; percentiles need so many. */
    private static final double FEWEST_CALLS = 1500;
    /** For each user, so that the beginning does not matter. */
    private static final double CALLS_OF_A_USER = 6;

    private static final double LONGEST_SECONDS = 60;

    private final Map<String, String> stations;
    private final ServiceProfile profile;
    private final Map<String, Integer> seenSizes;
    private final Map<String, Set<String>> knobs;
    private final CpuModel machine;
    private final Map<List<Object>, SimulationResult> known = new HashMap<>();

    private ServiceModel(
            Map<String, String> stations,
            ServiceProfile profile,
            Map<String, Integer> seenSizes,
            Map<String, Set<String>> knobs,
            CpuModel machine) {
        this.stations = stations;
        this.profile = profile;
        this.seenSizes = seenSizes;
        this.knobs = knobs;
        this.machine = machine;
    }

    /**
     * Fits a model to windows.
     *
     * @param flow of a call, by the pools' own names
     * @param windows under three loads at least, each with all pools of the flow
     * @param knobs the pools of the flow that each knob sets
     * @param cores that the service has
     * @throws IllegalArgumentException where no model fits them
     */
    static ServiceModel fit(TaskShape flow, List<GuideWindow> windows, Map<String, Set<String>> knobs, int cores) {
        Map<String, String> stations = FlowNames.stations(flow);
        ServiceProfile profile = Calibration.fitQuickly(
                FlowNames.renamed(flow, stations),
                windows.stream()
                        .map(window -> measured(window, stations, cores))
                        .toList());
        Map<String, Integer> sizes = new HashMap<>();
        GuideWindow last = windows.get(windows.size() - 1);
        stations.keySet().forEach(pool -> sizes.put(pool, size(last, pool)));
        return new ServiceModel(stations, profile, sizes, knobs, profile.on(CpuModel.inTurns(cores)));
    }

    private static MeasuredRun measured(GuideWindow window, Map<String, String> stations, int cores) {
        return new MeasuredRun(
                cores,
                window.users(),
                window.seen(),
                window.cpu(),
                stations.entrySet().stream()
                        .map(station -> measured(window, station.getKey(), station.getValue()))
                        .toList());
    }

    private static MeasuredRun.Pool measured(GuideWindow window, String pool, String station) {
        PoolLedger ledger = window.ledger(pool).orElseThrow();
        double tasks = Math.max(1, ledger.ratePerSecond() * ledger.seconds());
        Double cpu = ledger.threads().cpuSeconds();
        Double deviation = ledger.tasks().serviceDeviationMillis();
        return new MeasuredRun.Pool(
                station,
                size(window, pool),
                ledger.meanQueueMillis(),
                ledger.meanServiceMillis(),
                1e3 * ledger.threads().joinWaitSeconds() / tasks,
                // where it is not told it is what the process used beyond what is told
                cpu == null ? 0 : 1e3 * cpu / tasks,
                deviation == null ? 0 : deviation);
    }

    private static int size(GuideWindow window, String pool) {
        return Math.min(window.maximum(pool).orElse(PoolConfig.MAX_THREADS), PoolConfig.MAX_THREADS);
    }

    /** The worst miss of the throughput of the windows that it was made from: 0.05 for 5 %. */
    double missed() {
        return profile.missed().tps();
    }

    /**
     * What a window with these values under so many users would show.
     *
     * @return empty where a value is no size that a pool may have
     */
    Optional<SimulationResult> predict(Map<String, String> values, int users) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        stations.forEach((pool, station) -> sizes.put(station, seenSizes.getOrDefault(pool, 1)));
        for (Map.Entry<String, Set<String>> knob : knobs.entrySet()) {
            OptionalInt size = size(values.getOrDefault(knob.getKey(), ""));
            if (size.isEmpty()) {
                return Optional.empty();
            }
            knob.getValue().forEach(pool -> sizes.put(stations.getOrDefault(pool, pool), size.getAsInt()));
        }
        return Optional.of(known.computeIfAbsent(
                List.of(sizes, users),
                each -> Simulator.run(profile.service(sizes), machine, Load.closed(users), plan(sizes, users))));
    }

    /** A choice among words, or a number that stands for none, is no size. */
    private static OptionalInt size(String value) {
        try {
            int size = Integer.parseInt(value);
            return size >= 1 && size <= PoolConfig.MAX_THREADS ? OptionalInt.of(size) : OptionalInt.empty();
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /** Long enough for the calls that percentiles need, at the rate that is possible at most. */
    private RunPlan plan(Map<String, Integer> sizes, int users) {
        double cores = machine.usableCores();
        double aloneMillis = profile.saturatingUsers(cores) * profile.cpuMillis() / cores;
        double perMilli = Math.min(users / aloneMillis, cores / profile.cpuMillis());
        for (String station : profile.call().pools()) {
            double held = profile.call().holdingMillis(station);
            perMilli = held > 0 ? Math.min(perMilli, sizes.getOrDefault(station, 1) / held) : perMilli;
        }
        double seconds = Math.max(FEWEST_CALLS, CALLS_OF_A_USER * users) / perMilli / 1e3;
        return RunPlan.of(SEED, Duration.ofNanos(Math.round(1e9 * Math.min(LONGEST_SECONDS, seconds))));
    }
}
