package dev.multipool.capacity.published;

import dev.multipool.capacity.ClosedNetwork;
import dev.multipool.capacity.published.PublishedRow.Status;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.pools.LedgerSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A pool whose tasks compute and sleep in turns, on 4 cores, with up to 10 clients.
 *
 * <p>CPU time D and sleep W of a task come from two rows. 4 threads on 4 cores don't get in each other's way: D + W = 4
 * threads * 30 s / retired, where "more than 2000" is taken as 2020. 8 threads do: D is what makes the exact solution
 * retire 3621. The client's own time between two calls comes from the 0.98 requests that one client keeps active.
 */
final class LittlesLawModel {

    private static final String TABLE = "littles-law";
    private static final int CORES = 4;
    private static final double SECONDS = 30;
    private static final double RETIRED_BY_4 = 2020;
    private static final double RETIRED_BY_8 = 3621;
    private static final double ACTIVE_ALONE = 0.98;
    private static final double CV = 0.3;
    private static final int PHASES = 5;
    private static final RunPlan PLAN = RunPlan.of(20131108, Duration.ofMinutes(4));

    private LittlesLawModel() {}

    /** Returns D + W in seconds. */
    static double taskSeconds() {
        return 4 * SECONDS / RETIRED_BY_4;
    }

    /** Returns D in seconds: more of it makes 8 threads slower, so it is found by bisection. */
    static double cpuSeconds() {
        double low = 0;
        double high = taskSeconds();
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            double throughput = ClosedNetwork.start()
                    .delay(taskSeconds() - middle)
                    .servers(middle, CORES)
                    .throughput(8);
            if (throughput * SECONDS > RETIRED_BY_8) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    /** Returns what so many threads do for so many clients. */
    public static SimulationResult simulate(int threads, int clients) {
        double cpuMillis = 1e3 * cpuSeconds() / PHASES;
        double sleepMillis = 1e3 * (taskSeconds() - cpuSeconds()) / PHASES;
        Program task = Program.start();
        for (int i = 0; i < PHASES; i++) {
            task = task.cpu(Delay.logNormal(cpuMillis, CV)).io(Delay.logNormal(sleepMillis, CV));
        }
        SimulatedService service = SimulatedService.of(Program.start().on("server", task))
                .pool("server", "fixed:threads=" + threads + ",queue=1000")
                .build();
        Delay between = Delay.constant(1e3 * taskSeconds() * (1 / ACTIVE_ALONE - 1));
        return Simulator.run(
                service, CpuModel.cores(CORES), new Load.ClosedLoop(clients, between, Load.DEFAULT_BACK_OFF), PLAN);
    }

    static List<PublishedRow> rows() {
        List<PublishedRow> rows = new ArrayList<>();
        for (Cells row : Cells.of(TABLE)) {
            SimulationResult result = simulate(row.whole("pool_threads"), row.whole("clients"));
            LedgerSnapshot ledger = result.pool("server");
            Status active = row.whole("clients") == 1 ? Status.FIT : Status.PREDICTED;
            add(rows, row, "active_requests", ledger.concurrency(), active);
            add(rows, row, "dead_time_ratio_percent", 100 * ledger.deadTimeRatio(), Status.PREDICTED);
            add(rows, row, "retired", result.tps() * SECONDS, Status.FIT);
        }
        return rows;
    }

    private static void add(List<PublishedRow> rows, Cells row, String metric, double simulated, Status status) {
        if (row.has(metric)) {
            String name = row.text("clients") + " clients, " + row.text("pool_threads") + " threads";
            rows.add(new PublishedRow(TABLE, name, metric, row.number(metric), simulated, status));
        }
    }
}
