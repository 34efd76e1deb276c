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
 * A dependency that sleeps, called on the server's own threads, or on a pool of 10 threads of its own.
 *
 * <p>Fitted on the native rows of 5 and 80 ms: a response takes 1.406 ms and 1.0206 times the sleep (10 users / 1536.4
 * per second is 6.509 ms, 10 / 120.4 is 83.06 ms; the 2 % may be timers or the way the rate was counted). On the isolated
 * row of 5 ms: the hand-off to the other pool takes 0.064 ms.
 */
final class HystrixModel {

    private static final String TABLE = "hystrix-isolation";
    private static final double NETWORK_MILLIS = 1.406;
    private static final double SLEEP_FACTOR = 1.0206;
    private static final double HAND_OFF_MILLIS = 0.064;
    private static final Delay AT_ONCE = Delay.constant(0.001);
    private static final RunPlan PLAN = RunPlan.of(20220408, Duration.ofMinutes(2));

    private HystrixModel() {}

    /** Returns what users get that call again as soon as they have an answer, whether it is a failure or not. */
    public static SimulationResult simulate(boolean isolated, double sleepMillis, int users) {
        Program sleep = Program.start().io(Delay.constant(SLEEP_FACTOR * sleepMillis));
        Program call =
                isolated ? Program.start().io(Delay.constant(HAND_OFF_MILLIS)).on("dependency", sleep) : sleep;
        SimulatedService.Builder service = SimulatedService.of(Program.start().on("jsf", call))
                .pool("jsf", "cached:core=20,max=200")
                .network(Delay.constant(NETWORK_MILLIS));
        if (isolated) {
            service.pool("dependency", "fixed:threads=10");
        }
        return Simulator.run(service.build(), CpuModel.cores(4), new Load.ClosedLoop(users, Delay.NONE, AT_ONCE), PLAN);
    }

    static List<PublishedRow> rows() {
        List<PublishedRow> rows = new ArrayList<>();
        for (Cells row : Cells.of(TABLE)) {
            boolean isolated = row.text("mode").equals("isolated");
            double sleep = row.number("sleep_ms");
            boolean fit = sleep == 5 || (sleep == 80 && !isolated);
            rows.add(new PublishedRow(
                    TABLE,
                    row.text("mode") + " " + row.text("sleep_ms") + " ms",
                    "rps",
                    row.number("rps"),
                    simulate(isolated, sleep, row.whole("users")).tps(),
                    fit ? Status.FIT : Status.PREDICTED));
        }
        return rows;
    }
}
