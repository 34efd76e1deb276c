package dev.multipool.capacity.published;

import dev.multipool.capacity.published.PublishedRow.Status;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.GcPauses;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.pools.PoolConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * findUserInfo on JSF: a Redis read on a business pool, on "4 cores" that behave like a quota of 4 cores on a large host.
 *
 * <p>What is fitted, and on which figures:
 *
 * <ul>
 *   <li>CPU per call and background: slope and intercept of CPU over throughput, rows fixed 4 and fixed 20;
 *   <li>time on the pool: threads over throughput of the saturated row queue T16 U50, less the share of pauses;
 *   <li>unloaded response time: users over throughput of fixed 20, less the share of pauses;
 *   <li>variability of the waits: TP99 of fixed 4 and fixed 8;
 *   <li>pauses: all six TP99.9 cells. They are much shorter than the "30+ ms" that the text tells of.
 * </ul>
 *
 * <p>That a quota limits the CPU, and not cores, was chosen after seeing the saturated rows.
 */
public final class JsfModel {

    private static final String FIXED = "jsf-fixed";
    private static final String FIXED_QUEUE = "jsf-fixed-queue";
    private static final String CACHED = "jsf-cached";

    static final double CORES = 4;
    static final int HOST_CORES = 64;

    /** (3.4488 - 0.8104) cores / (5550 - 1063) per second, from CPU 86.22 % and 20.26 % of 4 cores. */
    static final double CPU_MILLIS = 0.588;

    /** 0.8104 cores - 1063 / s * 0.588 ms. */
    static final double BACKGROUND_CORES = 0.185;

    /** 16 threads / 6228 per second is 2.569 ms. */
    static final double HOLDING_MILLIS = 2.549;

    /** 20 users / 5550 per second is 3.604 ms. */
    static final double RESPONSE_MILLIS = 3.570;

    /** How the CPU time divides between the event loop and the pool can't be known from the tables; this is a guess. */
    static final double EVENT_LOOP_CPU_MILLIS = 0.2;

    private static final double WAIT_CV = 0.28;
    private static final double NETWORK_CV = 0.2;
    private static final GcPauses PAUSES = new GcPauses(7000, Delay.constant(13), 0);
    private static final RunPlan PLAN = RunPlan.of(20230615, Duration.ofSeconds(20));

    private static final Map<String, Set<String>> FITTED = Map.of(
            "fixed 4", Set.of("cpu_percent", "tp99_ms"),
            "fixed 8", Set.of("tp99_ms"),
            "fixed 20", Set.of("cpu_percent", "tps"),
            "queue T16 U50", Set.of("tps"));

    private static final double SATURATED_CPU_PERCENT = 98;

    private JsfModel() {}

    /** Returns the service with a business pool of that spec. */
    public static SimulatedService service(String poolSpec) {
        double poolCpu = CPU_MILLIS - EVENT_LOOP_CPU_MILLIS;
        Program call = Program.start()
                .cpu(Delay.constant(poolCpu / 2))
                .io(Delay.logNormal(HOLDING_MILLIS - poolCpu, WAIT_CV))
                .cpu(Delay.constant(poolCpu / 2));
        return SimulatedService.of(Program.start()
                        .cpu(Delay.constant(EVENT_LOOP_CPU_MILLIS))
                        .on("business", call))
                .pool(PoolConfig.parse("business", poolSpec))
                .network(Delay.logNormal(RESPONSE_MILLIS - HOLDING_MILLIS - EVENT_LOOP_CPU_MILLIS, NETWORK_CV))
                .gc(PAUSES)
                .build();
    }

    /** Returns the machine of the tests: a quota of 4 cores per 100 ms. */
    public static CpuModel quota() {
        return CpuModel.quota(CORES, HOST_CORES).withBackground(BACKGROUND_CORES);
    }

    /** One row of the three tables: its name, its pool and its load. */
    record Case(String table, String name, String poolSpec, int threads, int users, Cells published) {

        SimulationResult simulate(CpuModel cpu) {
            return Simulator.run(service(poolSpec), cpu, Load.closed(users), PLAN);
        }
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Cells row : Cells.of(FIXED)) {
            int threads = row.whole("threads");
            String spec = "fixed:threads=" + threads;
            cases.add(new Case(FIXED, "fixed " + threads, spec, threads, row.whole("users"), row));
        }
        for (Cells row : Cells.of(FIXED_QUEUE)) {
            int threads = row.whole("threads");
            int users = row.whole("max_users");
            String spec = "fixed:threads=" + threads + ",queue=1000";
            cases.add(new Case(FIXED_QUEUE, "queue T" + threads + " U" + users, spec, threads, users, row));
        }
        for (Cells row : Cells.of(CACHED)) {
            int users = row.whole("users");
            cases.add(new Case(CACHED, "cached " + users, "cached:core=20,max=200", 200, users, row));
        }
        return cases;
    }

    /** Returns the 17 rows of the three tables. */
    public static List<PublishedRow> rows() {
        List<PublishedRow> rows = new ArrayList<>();
        for (Case one : cases()) {
            SimulationResult result = one.simulate(quota());
            add(rows, one, "tp50_ms", result.percentileMillis(50));
            add(rows, one, "tp90_ms", result.percentileMillis(90));
            add(rows, one, "tp99_ms", result.percentileMillis(99));
            add(rows, one, "tp999_ms", result.percentileMillis(99.9));
            add(rows, one, "tps", result.tps());
            add(rows, one, "cpu_percent", result.cpu().percent());
        }
        return rows;
    }

    private static void add(List<PublishedRow> rows, Case one, String metric, double simulated) {
        if (one.published().has(metric)) {
            rows.add(new PublishedRow(
                    one.table(), one.name(), metric, one.published().number(metric), simulated, status(one, metric)));
        }
    }

    private static Status status(Case one, String metric) {
        if (metric.equals("tp999_ms")
                || FITTED.getOrDefault(one.name(), Set.of()).contains(metric)) {
            return Status.FIT;
        }
        return one.published().number("cpu_percent") >= SATURATED_CPU_PERCENT ? Status.POST_HOC : Status.PREDICTED;
    }
}
