package dev.multipool.laboratory.guide;

import dev.multipool.capacity.calibration.MeasuredRun.Cpu;
import dev.multipool.capacity.calibration.MeasuredRun.Seen;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.Permits;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.laboratory.process.PoolEdge;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.sizing.Finalist;
import dev.multipool.laboratory.sizing.SizeSearch;
import dev.multipool.laboratory.sizing.Window;
import dev.multipool.laboratory.sizing.WindowSource;
import dev.multipool.pools.LedgerSnapshot;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A service of two pools that is simulated instead of measured, with what an agent would tell of it. It is not made of what the
 * model is made of: its cores are shared equally, and its times scatter otherwise.
 */
final class SimulatedTruth implements WindowSource {
    /** How the outer pool's name begins; the rest is a port, another one after each start. */
    static final String THREADS = "http-nio-80";

    static final String INNER = "Shop.java:31 (2)";
    static final double LIMIT_MILLIS = 50;
    static final int CORES = 2;

    private static final double CPU_MILLIS = 0.25;
    private static final double IO_MILLIS = 8;
    private static final int PARTS = 3;

    /** How the outer pool's tasks use the inner pool. */
    enum Kind {
        /** Each borrows a connection, and holds it while it waits. */
        LEASE,
        /** Each waits for three tasks, which wait. */
        TASKS
    }

    private final Kind kind;
    private final @Nullable ModelGuide guide;
    private final double spread;
    private final Random noise = new Random(5);
    private final Map<List<Object>, SimulationResult> known = new HashMap<>();
    private int windows;
    private int windowsUntilGood;
    private double mostPerSecond;
    private @Nullable SizeSearch search;

    /**
     * A service.
     *
     * @param guide learns of each window
     * @param spread of what is measured, as a part of it
     */
    SimulatedTruth(Kind kind, @Nullable ModelGuide guide, double spread) {
        this.kind = kind;
        this.guide = guide;
        this.spread = spread;
    }

    /** Counts the windows until this search's best is within 3 % of what is possible. */
    void judge(SizeSearch judged) {
        search = judged;
        mostPerSecond = 0;
        for (int users = 10; users < 1000; users = users * 5 / 4) {
            SimulationResult result = simulate(values(200, 50), users);
            if (result.percentileMillis(99) < LIMIT_MILLIS) {
                mostPerSecond = Math.max(mostPerSecond, result.tps());
            }
        }
    }

    static Map<String, String> values(int threads, int connections) {
        return Map.of("threads", String.valueOf(threads), "connections", String.valueOf(connections));
    }

    @Override
    public Optional<Window> measure(Map<String, String> values, int users) {
        noteProgress();
        windows++;
        GuideWindow window = scattered(window(values, users));
        if (guide != null) {
            guide.learn(window);
        }
        double tail = window.seen().p99Millis();
        return Optional.of(new Window(window.seen().throughputPerSecond(), tail, tail < LIMIT_MILLIS));
    }

    private GuideWindow scattered(GuideWindow exact) {
        double factor = 1 + spread * noise.nextGaussian();
        Seen seen = new Seen(
                exact.seen().throughputPerSecond() * factor,
                exact.seen().meanMillis() / factor,
                exact.seen().p99Millis() / factor);
        return new GuideWindow(exact.values(), exact.users(), seen, exact.cpu(), exact.pools(), exact.edges());
    }

    private void noteProgress() {
        if (windowsUntilGood == 0 && isGood()) {
            windowsUntilGood = windows;
        }
    }

    private boolean isGood() {
        List<Finalist> finalists = search == null ? List.of() : search.finalists(1);
        if (finalists.isEmpty()) {
            return false;
        }
        SimulationResult truth =
                simulate(finalists.get(0).values(), finalists.get(0).users());
        return truth.percentileMillis(99) < LIMIT_MILLIS && truth.tps() > 0.97 * mostPerSecond;
    }

    /** All windows when the best never was so good. */
    int windowsUntilGood() {
        noteProgress();
        return windowsUntilGood == 0 ? Integer.MAX_VALUE : windowsUntilGood;
    }

    int windows() {
        return windows;
    }

    @Override
    public boolean isLeftOut(Map<String, String> values) {
        return false;
    }

    @Override
    public boolean hasTime() {
        return windows < 80;
    }

    GuideWindow window(Map<String, String> values, int users) {
        SimulationResult result = simulate(values, users);
        return new GuideWindow(
                values,
                users,
                new Seen(result.tps(), result.meanMillis(), result.percentileMillis(99)),
                new Cpu(result.cpu().busyCores(), 0, 0),
                pools(values, result),
                List.of(edge(values, result)));
    }

    private List<PoolLedger> pools(Map<String, String> values, SimulationResult result) {
        PoolLedger outer = ledger(threadPool(values), result.pool("outer"), size(values, "threads"));
        return kind == Kind.TASKS
                ? List.of(outer, ledger(INNER, result.pool("inner"), size(values, "connections")), scheduler())
                : List.of(outer, lender(values, result), scheduler());
    }

    /** A pool that has nothing to do with calls. */
    private static PoolLedger scheduler() {
        return new PoolLedger(
                "scheduling-1",
                "fixed:threads=1,queue=unbounded",
                10,
                new PoolLedger.Tasks(3, 0, 0, 0, 0.1),
                new PoolLedger.ThreadTime(0.01, 0.01, 0, 0, 0, 0, 9.9));
    }

    private static PoolLedger ledger(String name, LedgerSnapshot of, int size) {
        double tasks = of.serviceTimeNanos().count();
        double busy = of.serviceTimeNanos().sum() / 1e9;
        double cpu = of.times().cpuNanos() / 1e9;
        double join = of.times().joinWaitNanos() / 1e9;
        return new PoolLedger(
                name,
                "fixed:threads=" + size + ",queue=unbounded",
                of.windowNanos() / 1e9,
                new PoolLedger.Tasks(
                        Math.round(tasks),
                        0,
                        0,
                        of.queueTimeNanos().sum() / 1e9,
                        of.serviceTimeNanos().standardDeviation() / 1e6),
                new PoolLedger.ThreadTime(busy, cpu, join, 0, 0, Math.max(0, busy - cpu - join), 0));
    }

    private PoolLedger lender(Map<String, String> values, SimulationResult result) {
        LedgerSnapshot outer = result.pool("outer");
        double held = held(outer);
        return new PoolLedger(
                INNER,
                "eager:core=1,max=" + size(values, "connections") + ",queue=unbounded",
                outer.windowNanos() / 1e9,
                new PoolLedger.Tasks(
                        outer.serviceTimeNanos().count(), 0, 0, outer.times().lockWaitNanos() / 1e9, 1.0),
                new PoolLedger.ThreadTime(held, null, 0, 0, 0, held, 0));
    }

    /** The inner pool's size needs a start of the service. */
    private static String threadPool(Map<String, String> values) {
        return THREADS + size(values, "connections") + "-exec";
    }

    private static double held(LedgerSnapshot outer) {
        return outer.serviceTimeNanos().count() * IO_MILLIS / 1e3;
    }

    private PoolEdge edge(Map<String, String> values, SimulationResult result) {
        LedgerSnapshot outer = result.pool("outer");
        long calls = outer.serviceTimeNanos().count();
        PoolEdge.Held none = new PoolEdge.Held(0, 0, 0);
        return kind == Kind.TASKS
                ? new PoolEdge(
                        threadPool(values),
                        INNER,
                        0,
                        new PoolEdge.Counts(
                                calls, PARTS * calls, calls, outer.times().joinWaitNanos() / 1e9),
                        none)
                : new PoolEdge(
                        threadPool(values),
                        INNER,
                        0,
                        new PoolEdge.Counts(calls, calls, calls, outer.times().lockWaitNanos() / 1e9, held(outer)),
                        none,
                        PoolEdge.Kind.BORROWS);
    }

    private SimulationResult simulate(Map<String, String> values, int users) {
        return known.computeIfAbsent(
                List.of(values, users),
                key -> Simulator.run(
                        service(size(values, "threads"), size(values, "connections")),
                        CpuModel.cores(CORES),
                        Load.closed(users),
                        RunPlan.of(17, Duration.ofSeconds(4))));
    }

    private SimulatedService service(int threads, int connections) {
        Delay cpu = Delay.exponential(CPU_MILLIS / 2);
        Program wait = Program.start().io(Delay.logNormal(IO_MILLIS, 0.4));
        Program outer = Program.start().cpu(cpu);
        SimulatedService.Builder service;
        if (kind == Kind.TASKS) {
            service = SimulatedService.of(Program.start()
                            .on("outer", outer.fork("inner", PARTS, wait).cpu(cpu)))
                    .pool("inner", "fixed:threads=" + connections + ",queue=100000");
        } else {
            service = SimulatedService.of(Program.start()
                            .on("outer", outer.within("inner", wait).cpu(cpu)))
                    .permits(Permits.downstream("inner", connections));
        }
        return service.pool("outer", "fixed:threads=" + threads + ",queue=100000")
                .network(Delay.exponential(0.3))
                .build();
    }

    private static int size(Map<String, String> values, String knob) {
        return Integer.parseInt(values.getOrDefault(knob, "1"));
    }
}
