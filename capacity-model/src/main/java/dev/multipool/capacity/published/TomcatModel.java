package dev.multipool.capacity.published;

import dev.multipool.capacity.published.PublishedRow.Status;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.Permits;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A handler that sleeps for a second, then asks a database.
 *
 * <p>With 50 and 200 threads the threads are the limit. With 2000 something that takes 1 / 1700 s per request is: here
 * ten database connections of 5.9 ms, the default of many drivers' pools. 2.35 ms of CPU on 4 cores would give the same
 * figure; which it was the source doesn't tell. "Thread switching", which it blames, would have to cost that 2.35 ms.
 */
final class TomcatModel {

    private static final String TABLE = "tomcat-max-threads";
    private static final int CORES = 4;
    private static final int CONNECTIONS = 10;
    private static final double QUERY_MILLIS = 5.9;
    private static final double CPU_MILLIS = 0.1;
    private static final RunPlan PLAN = RunPlan.of(20220401, Duration.ofMinutes(1));

    private TomcatModel() {}

    /** Returns what so many users get from so many threads. */
    public static SimulationResult simulate(int maxThreads, int users) {
        Program handler = Program.start()
                .cpu(Delay.constant(CPU_MILLIS))
                .io(Delay.constant(1000))
                .within("database", Program.start().io(Delay.exponential(QUERY_MILLIS)));
        SimulatedService service = SimulatedService.of(Program.start().on("http", handler))
                .pool("http", "eager:core=10,max=" + maxThreads + ",queue=100000")
                .permits(Permits.downstream("database", CONNECTIONS))
                .build();
        return Simulator.run(service, CpuModel.cores(CORES), Load.closed(users), PLAN);
    }

    static List<PublishedRow> rows() {
        List<PublishedRow> rows = new ArrayList<>();
        for (Cells row : Cells.of(TABLE)) {
            int threads = row.whole("max_threads");
            // the load went on to 600 users, for 2000 threads to 2000; past the knee throughput no longer grows
            int users = Math.max(600, threads);
            rows.add(new PublishedRow(
                    TABLE,
                    "maxThreads " + threads,
                    "peak_tps",
                    row.number("peak_tps"),
                    simulate(threads, users).tps(),
                    threads == 2000 ? Status.FIT : Status.PREDICTED));
        }
        return rows;
    }
}
