package dev.multipool.capacity.published;

import dev.multipool.capacity.published.PublishedRow.Status;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Items on pool common, each of which has its parameters converted by 4 tasks on pool select, then 4 queries there.
 *
 * <p>The one hard figure is 760 requests per second at 90 % of 2 machines of 2 cores: 4.74 ms of CPU per request. How it
 * divides was searched for with all five published rows in view, so everything here is fitted; 1, 2, 3 and 5 items per
 * request fit about as well.
 */
final class NestedPoolsModel {

    private static final String TABLE = "nested-pools";
    private static final int MACHINES = 2;
    private static final int CORES_PER_MACHINE = 2;
    private static final int ITEMS = 5;
    private static final int QUERIES = 4;
    private static final int CONVERSIONS = 4;
    private static final double QUERY_WAIT_MILLIS = 1;
    private static final double CPU_CV = 0.5;
    private static final int USERS = 100;
    private static final RunPlan PLAN = RunPlan.of(20211013, Duration.ofSeconds(40));

    private NestedPoolsModel() {}

    /** Returns what one machine serves with so many users in front of both. */
    public static SimulationResult simulate(int common, int select, int users) {
        Program conversion = Program.start().cpu(cpu(0.061));
        Program query = Program.start().cpu(cpu(0.107)).io(Delay.exponential(QUERY_WAIT_MILLIS));
        Program item = Program.start()
                .cpu(cpu(0.1))
                .fork("select", CONVERSIONS, conversion)
                .fork("select", QUERIES, query)
                .cpu(cpu(0.1));
        SimulatedService service = SimulatedService.of(Program.start()
                        .cpu(cpu(0.19))
                        .fork("common", ITEMS, item)
                        .cpu(cpu(0.19)))
                .pool("common", "fixed:threads=" + common + ",queue=100000")
                .pool("select", "fixed:threads=" + select + ",queue=100000")
                .build();
        return Simulator.run(service, CpuModel.cores(CORES_PER_MACHINE), Load.closed(users / MACHINES), PLAN);
    }

    /** Returns the throughput of both machines. */
    public static double tps(SimulationResult oneMachine) {
        return MACHINES * oneMachine.tps();
    }

    static List<PublishedRow> rows() {
        List<PublishedRow> rows = new ArrayList<>();
        for (Cells row : Cells.of(TABLE)) {
            int common = row.whole("common");
            int select = row.whole("select");
            SimulationResult result = simulate(common, select, USERS);
            add(rows, row, "cpu_percent", result.cpu().percent());
            add(rows, row, "tps", tps(result));
            add(rows, row, "mean_ms", result.meanMillis());
        }
        return rows;
    }

    private static void add(List<PublishedRow> rows, Cells row, String metric, double simulated) {
        if (row.has(metric)) {
            String name = "(" + row.text("common") + "," + row.text("select") + ")";
            rows.add(new PublishedRow(
                    TABLE,
                    name,
                    metric,
                    row.number(metric),
                    simulated,
                    metric.equals("mean_ms") ? Status.PREDICTED : Status.FIT));
        }
    }

    private static Delay cpu(double millis) {
        return Delay.logNormal(millis, CPU_CV);
    }
}
