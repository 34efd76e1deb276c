package dev.multipool.laboratory.judge;

import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Makes the grids of services that only the simulator has, of which the judge reads the truth. How to run, when these services
 * change: {@code mvn -pl laboratory -am -Dtest=SimulatedGridsExperiment -Dsurefire.failIfNoSpecifiedTests=false verify}.
 */
class SimulatedGridsExperiment {
    private static final List<Integer> SIZES = List.of(1, 2, 4, 6, 10, 16, 25, 40, 63, 100);
    private static final List<Integer> LOADS =
            List.of(2, 4, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 63, 79, 100, 126, 158);
    private static final Duration LENGTH = Duration.ofSeconds(10);

    /** A service that is made of the sizes of its pools. */
    private record Landscape(
            String name, List<String> knobs, double limitMillis, Function<List<Integer>, SimulatedService> service) {}

    @Test
    @Timeout(1200)
    void grids_areMade() throws IOException {
        for (Landscape each : List.of(nested(), sharedConnections(), computing())) {
            List<String> lines = new ArrayList<>();
            lines.add(String.join(",", each.knobs) + ",users,calls_per_s,tp99_ms,limit_ms,keeps,valid,why_not");
            for (List<Integer> sizes : sizes(each.knobs.size())) {
                int broken = 0;
                for (int i = 0; i < LOADS.size() && broken < 2; i++) {
                    SimulationResult result = Simulator.run(
                            each.service.apply(sizes),
                            CpuModel.inTurns(1),
                            Load.closed(LOADS.get(i)),
                            RunPlan.of(7, LENGTH));
                    double tail = result.percentileMillis(99);
                    boolean keeps = tail < each.limitMillis;
                    broken = keeps ? 0 : broken + 1;
                    lines.add(row(sizes, LOADS.get(i), result.tps(), tail, each.limitMillis, keeps));
                }
            }
            Files.write(KnownServices.SIMULATED.resolve(each.name + ".csv"), lines);
        }
    }

    private static String row(
            List<Integer> sizes, int users, double throughput, double tail, double limit, boolean keeps) {
        StringBuilder row = new StringBuilder();
        sizes.forEach(size -> row.append(size).append(','));
        return row.append(
                        String.format(Locale.ROOT, "%d,%.2f,%.3f,%.1f,%s,true,", users, throughput, tail, limit, keeps))
                .toString();
    }

    private static List<List<Integer>> sizes(int knobs) {
        if (knobs == 0) {
            return List.of(List.of());
        }
        List<List<Integer>> all = new ArrayList<>();
        for (int size : SIZES) {
            for (List<Integer> others : sizes(knobs - 1)) {
                List<Integer> sizes = new ArrayList<>(List.of(size));
                sizes.addAll(others);
                all.add(sizes);
            }
        }
        return all;
    }

    /** Five items of a call on one pool, which wait for four queries each on another one. */
    private static Landscape nested() {
        Program query = Program.start().cpu(Delay.constant(0.01)).io(Delay.logNormal(1, 0.5));
        Program item = Program.start().cpu(Delay.constant(0.02)).fork("select", 4, query);
        Program call =
                Program.start().cpu(Delay.constant(0.1)).fork("common", 5, item).cpu(Delay.constant(0.1));
        return new Landscape("nested", List.of("common", "select"), 10, sizes -> SimulatedService.of(call)
                .pool("common", fixed(sizes.get(0)))
                .pool("select", fixed(sizes.get(1)))
                .build());
    }

    /** Threads that each compute, wait for one of some connections, and hold it for 5 ms. */
    private static Landscape sharedConnections() {
        Program query = Program.start().io(Delay.logNormal(5, 0.3));
        Program call = Program.start()
                .cpu(Delay.exponential(0.2))
                .on("connections", query)
                .cpu(Delay.constant(0.1));
        return new Landscape("shared-connections", List.of("threads", "connections"), 50, sizes -> SimulatedService.of(
                        Program.start().on("threads", call))
                .pool("threads", fixed(sizes.get(0)))
                .pool("connections", fixed(sizes.get(1)))
                .build());
    }

    /** Work that mostly computes: more threads than cores only lengthen the tail. */
    private static Landscape computing() {
        Program call = Program.start().cpu(Delay.exponential(0.8)).io(Delay.constant(0.4));
        return new Landscape("computing", List.of("threads"), 20, sizes -> SimulatedService.of(
                        Program.start().on("threads", call))
                .pool("threads", fixed(sizes.get(0)))
                .build());
    }

    private static String fixed(int threads) {
        return "fixed:threads=" + threads + ",queue=100000";
    }
}
