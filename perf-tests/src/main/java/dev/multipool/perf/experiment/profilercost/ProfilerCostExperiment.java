package dev.multipool.perf.experiment.profilercost;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import java.time.Duration;
import java.util.List;

/**
 * What the profiler costs.
 *
 * <p><b>Question.</b> How much throughput does the service lose, and how much does TP99 grow, while async-profiler samples
 * it as {@code --profile} does: CPU, wall clock, allocations and locks at once?
 *
 * <p><b>Hypothesis.</b> A few percent: a sample of each thread every 10 ms of wall-clock time and every 5 ms of CPU time.
 *
 * <p><b>Setup.</b> The same server, with and without, in one closed loop that keeps its cores busy; repeats alternate, so
 * that a drift of the machine falls on both alike. The recorder is loaded in the profiled server only; it starts and stops
 * with the measured window. Not to be run with {@code --profile}, which would leave nothing to compare with.
 *
 * <p><b>Reading the result.</b> A difference smaller than what the runs of one point differ by is none.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar run --experiment profiler-cost --repeats 4}.
 */
public final class ProfilerCostExperiment implements Experiment {
    public static final String NAME = "profiler-cost";

    private static final int THREADS = 8;

    private static final String STAGE = "profiler";

    private final ExperimentOptions options;

    public ProfilerCostExperiment(ExperimentOptions options) {
        this.options = options;
    }

    @Override
    public int plannedRuns() {
        return 2 * options.repeats();
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.of(options.load());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        Variant without = options.servers().variant("fixed " + THREADS, "fixed:threads=" + THREADS + ",queue=1000");
        List<PointSummary> points = session.measure(
                List.of(point("without", without), point("with", without.withProfiler())), options.repeats());
        List<Candidate> both = Candidate.of(points);
        Finding finding = both.size() == 2
                ? finding(both.get(0), both.get(1))
                : Finding.of(FindingCode.STAGE_WITHOUT_RUNS).about(Subject.STAGE, STAGE);
        return new Findings(
                Answer.none(session.objective(), session.cores(), "the cost of a profiler recommends nothing"),
                List.of(finding),
                List.of());
    }

    private RunSettings point(String label, Variant variant) {
        return new RunSettings(new PointPosition(STAGE, "profiler", label), variant, options.load(), List.of());
    }

    private static Finding finding(Candidate without, Candidate with) {
        return Finding.of(FindingCode.PROFILER_COST)
                .with(FindingFigure.CALLS_PER_SECOND, with.throughput())
                .with(FindingFigure.OTHER_CALLS_PER_SECOND, without.throughput())
                .with(FindingFigure.THROUGHPUT_CHANGE, with.throughput() / without.throughput() - 1)
                .with(FindingFigure.P99_MILLIS, with.p99Millis())
                .with(FindingFigure.OTHER_P99_MILLIS, without.p99Millis());
    }
}
