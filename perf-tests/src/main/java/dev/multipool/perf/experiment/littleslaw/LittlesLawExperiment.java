package dev.multipool.perf.experiment.littleslaw;

import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Demand.Arrivals;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.PointLedgers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A pool sized by Little's law, after K. Pepperdine, "Tuning the Size of Your Thread Pool" (InfoQ 2013).
 *
 * <p><b>Question.</b> Do the pool's MXBean and Little's law show what he showed in four runs: how many requests are
 * active, and which part of their response time is dead time? And is a pool of the mean number of active requests and
 * 20 % more large enough?
 *
 * <p><b>Hypothesis.</b> In a closed loop of N clients on T threads the dead time's share is 1 - T/N: 0, 90, 60 and 20
 * %, whatever the machine. Under random arrivals a pool of the mean is all but saturated, so its queue grows; 20 %
 * more make it stable, yet a visible part of the calls still queues: how much of it is enough depends on the variation
 * and on how many threads there are, not on 20 %.
 *
 * <p><b>Setup.</b> findUserInfo uses CPU time and then waits for 30 ms; CPU time as much as makes 8 threads use 90 %
 * of the server's cores, as they did in the published runs. Four closed loops: 1 client on 1 thread, 10 on 1, 10 on 4,
 * 10 on 8. Then an open loop of Poisson arrivals, at a rate that keeps about 5 threads busy: first on 64 threads,
 * where nobody queues, to learn the mean number of active requests L from the ledger; then pools of L, 1.2 L and 1.5 L
 * threads, rounded up, with room for all that queue, beside the 64, interleaved.
 *
 * <p><b>Reading the result.</b> Active requests are rate x (queue time + service time), dead time is queue time over
 * both, from what the pool's MXBean counted in the middle of the measured window. Retired requests are given for 30 s,
 * as published; they follow from the machine and the work.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar run --experiment littles-law}, or {@code
 * mvn verify -Pperf -Dperf.experiment=littles-law}.
 */
public final class LittlesLawExperiment implements Experiment {
    public static final String NAME = "littles-law";

    static final String PUBLISHED_STAGE = "the four published runs";
    static final String BUFFER_STAGE = "pools for random arrivals";

    private static final double WAIT_MILLIS = 30;
    private static final double MOST_THREADS = 8;
    private static final double CPU_SHARE = 0.9;
    /** One thread's largest part of its time on a core: it must wait at least as long as it computes. */
    private static final double MOST_CPU_PART = 0.5;

    private static final double BUSY_THREADS = 5;
    private static final int ROOMY = 64;
    private static final int QUEUE = 10_000;
    private static final List<Double> BUFFERS = List.of(1.0, 1.2, 1.5);
    private static final double PATIENCE_SECONDS = 10;

    private final ExperimentOptions options;

    public LittlesLawExperiment(ExperimentOptions options) {
        this.options = options;
    }

    @Override
    public int plannedRuns() {
        return (PublishedRun.ALL.size() + BUFFERS.size() + 1) * options.repeats() + 1;
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.of(options.load());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        double cpuMillis = cpuMillis(session.cores().serverCores());
        List<PointSummary> published = session.measure(
                PublishedRun.ALL.stream().map(run -> point(run, cpuMillis)).toList(), options.repeats());
        Demand arrivals =
                new OpenLoop(Math.rint(1000 * BUSY_THREADS / (WAIT_MILLIS + cpuMillis)), Arrivals.POISSON, QUEUE);
        List<PointSummary> roomy =
                session.measure(List.of(point("mean active requests", ROOMY, arrivals, cpuMillis)), 1);
        Optional<PoolLedger> ledger = new PointLedgers(session.runs()).of(roomy.get(0), "business");
        Optional<BufferedPools> buffers = ledger.isEmpty()
                ? Optional.empty()
                : Optional.of(buffers(session, ledger.get().activeTasks(), arrivals, cpuMillis));
        return new LittlesLawFindings(session, published, buffers).findings();
    }

    private BufferedPools buffers(Session session, double mean, Demand arrivals, double cpuMillis)
            throws InterruptedException {
        Map<Integer, RunSettings> bySize = new LinkedHashMap<>();
        BUFFERS.forEach(factor -> {
            int size = BufferedPools.size(mean, factor);
            bySize.put(size, point(BUFFER_STAGE, size, arrivals, cpuMillis));
        });
        List<RunSettings> points = new ArrayList<>(bySize.values());
        points.add(point(BUFFER_STAGE, ROOMY, arrivals, cpuMillis));
        return new BufferedPools(mean, session.measure(points, options.repeats()));
    }

    /** CPU time of a call with which 8 threads use 90 % of the cores, when each waits for 30 ms beside it. */
    static double cpuMillis(int cores) {
        double part = Math.min(MOST_CPU_PART, CPU_SHARE * cores / MOST_THREADS);
        return WAIT_MILLIS * part / (1 - part);
    }

    private RunSettings point(PublishedRun run, double cpuMillis) {
        Load load = options.load()
                .patient(PATIENCE_SECONDS)
                .with(new ClosedLoop(run.clients(), 0, options.rejectBackoffSeconds()));
        return new RunSettings(
                new PointPosition(PUBLISHED_STAGE, "run", run.label()),
                server(run.threads(), cpuMillis),
                load,
                List.of());
    }

    private RunSettings point(String stage, int threads, Demand arrivals, double cpuMillis) {
        return new RunSettings(
                new PointPosition(stage, "threads", String.valueOf(threads)),
                server(threads, cpuMillis),
                options.load().patient(PATIENCE_SECONDS).with(arrivals),
                List.of());
    }

    /** The work is the question's own, so it replaces any weight that was asked for. */
    private Variant server(int threads, double cpuMillis) {
        return options.servers()
                .variant("fixed " + threads, "fixed:threads=" + threads + ",queue=" + QUEUE)
                .with(Map.of(
                        "methods.find-user-info.cpu",
                        Math.round(1000 * cpuMillis) + "us",
                        "methods.find-user-info.wait",
                        "constant:" + Math.round(WAIT_MILLIS) + "ms"));
    }
}
