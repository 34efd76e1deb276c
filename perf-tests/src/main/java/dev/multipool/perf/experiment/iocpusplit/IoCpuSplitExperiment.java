package dev.multipool.perf.experiment.iocpusplit;

import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.QueryItemsCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Pools by the place in the flow against pools by the type of work.
 *
 * <p><b>Question.</b> Is queryItems faster on common and select, or on pools for I/O and for CPU work; and does the
 * rule of thumb for the latter (I/O threads 2 x cores, CPU threads cores + 1) find their best sizes?
 *
 * <p><b>Hypothesis.</b> Which layout wins depends on how many threads may wait for I/O at once. The rule of thumb does
 * not know how long I/O takes beside CPU work: it is right where both take about as long, and starves the cores where
 * I/O takes many times longer, since 2 x cores queries at once are all that it lets through. CPU threads beyond cores
 * + 1 bring nothing.
 *
 * <p><b>Setup.</b> Calls ask for 5 items, with 4 conversions, 4 queries and a merge each, at three ratios of I/O to
 * CPU time asked for per item: 1 (1 ms of each), 8 (2 ms of 4 queries beside 0.25 ms) and 32 (8 ms beside 0.25 ms).
 * Layout io-cpu with I/O threads of 1, 2 and 3 x cores and CPU threads of cores, cores + 1 and 2 x cores; layout
 * common-select with the published (8,12), and with as many threads as the rule of thumb has: (cores + 1, 2 x cores).
 * Cores are those of the server. The load is one closed loop for all; repeats go forwards and backwards.
 *
 * <p><b>Reading the result.</b> A call's own hand-offs and reads of Redis cost CPU time beyond what is asked for, so
 * the real ratios are lower than the nominal ones. A pool whose threads are busy all the time while the server's cores
 * are not is what limits: mostly io, under the larger ratios.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar run --experiment io-cpu-split}, or {@code
 * mvn verify -Pperf -Dperf.experiment=io-cpu-split}.
 */
public final class IoCpuSplitExperiment implements Experiment {
    public static final String NAME = "io-cpu-split";

    private static final String AXIS = "pools";
    private static final int PUBLISHED_COMMON = 8;
    private static final int PUBLISHED_SELECT = 12;
    /** 9 splits and 2 pairs; with a single core fewer, since some of its sizes are the same. */
    private static final int MOST_VARIANTS = 11;

    private static final List<SplitComparison.Work> WORKS = List.of(
            work(1, "250us", "200us", "200us"), work(8, "500us", "50us", "50us"), work(32, "2ms", "50us", "50us"));

    private final ExperimentOptions options;

    public IoCpuSplitExperiment(ExperimentOptions options) {
        this.options = options;
    }

    @Override
    public int plannedRuns() {
        return WORKS.size() * MOST_VARIANTS * options.repeats();
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.shared(options.load(), MOST_VARIANTS / 2);
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        int cores = session.cores().serverCores();
        List<SplitComparison> comparisons = new ArrayList<>();
        for (SplitComparison.Work work : WORKS) {
            List<RunSettings> points = variants(cores, work).stream()
                    .map(variant -> new RunSettings(
                            new PointPosition(work.stage(), AXIS, variant.name()),
                            variant,
                            QueryItemsCalls.of(options.load()),
                            List.of()))
                    .toList();
            comparisons.add(
                    new SplitComparison(work, session.compare(points, options.repeats()), ruleOfThumb(cores, work)));
        }
        return new IoCpuSplitFindings(session, comparisons).findings();
    }

    /** Each once: with one core some of the sizes are the same. */
    private List<Variant> variants(int cores, SplitComparison.Work work) {
        Map<String, Variant> variants = new LinkedHashMap<>();
        for (int io : List.of(cores, 2 * cores, 3 * cores)) {
            for (int cpu : List.of(cores, cores + 1, 2 * cores)) {
                Variant variant = QueryItemsCalls.ioCpu(options.servers(), io, cpu, work.settings());
                variants.put(variant.name(), variant);
            }
        }
        for (Variant variant : List.of(
                QueryItemsCalls.commonSelect(options.servers(), cores + 1, 2 * cores, work.settings()),
                QueryItemsCalls.commonSelect(options.servers(), PUBLISHED_COMMON, PUBLISHED_SELECT, work.settings()))) {
            variants.put(variant.name(), variant);
        }
        return List.copyOf(variants.values());
    }

    private Variant ruleOfThumb(int cores, SplitComparison.Work work) {
        return QueryItemsCalls.ioCpu(options.servers(), 2 * cores, cores + 1, work.settings());
    }

    /** Of an item: 4 queries that take {@code delay} each, 4 conversions and a merge. */
    private static SplitComparison.Work work(int ratio, String delay, String convertCpu, String mergeCpu) {
        return new SplitComparison.Work(
                ratio,
                Map.of(
                        "mock.delay",
                        "constant:" + delay,
                        "methods.query-items.convert-cpu",
                        convertCpu,
                        "methods.query-items.merge-cpu",
                        mergeCpu));
    }
}
