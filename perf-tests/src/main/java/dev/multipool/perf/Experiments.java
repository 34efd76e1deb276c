package dev.multipool.perf;

import dev.multipool.laboratory.session.Experiment;
import dev.multipool.perf.calibration.CalibrationExperiment;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.businesspool.BusinessPoolSweepExperiment;
import dev.multipool.perf.experiment.executionmodels.ExecutionModelsExperiment;
import dev.multipool.perf.experiment.iocpusplit.IoCpuSplitExperiment;
import dev.multipool.perf.experiment.isolation.IsolationExperiment;
import dev.multipool.perf.experiment.jsfpools.JsfPoolsExperiment;
import dev.multipool.perf.experiment.littleslaw.LittlesLawExperiment;
import dev.multipool.perf.experiment.maxthreads.MaxThreadsExperiment;
import dev.multipool.perf.experiment.nestedpools.NestedPoolsExperiment;
import dev.multipool.perf.experiment.overload.OverloadExperiment;
import dev.multipool.perf.experiment.profilercost.ProfilerCostExperiment;
import dev.multipool.perf.experiment.quotaorcores.QuotaOrCoresExperiment;
import dev.multipool.perf.search.SearchExperiment;
import dev.multipool.perf.search.grid.SearchGridExperiment;
import dev.multipool.perf.validation.ValidationExperiment;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Every experiment that there is; the first is the main job. */
public final class Experiments {
    private static final List<Entry> ALL = List.of(
            new Entry(
                    SearchExperiment.NAME,
                    "Which pools, queue, Redis connections and execution model serve the most calls within the limit, and"
                            + " which would on 4 cores?",
                    SearchExperiment::new),
            new Entry(
                    BusinessPoolSweepExperiment.NAME,
                    "Which fixed business pool gives findUserInfo the largest throughput while TP99 keeps the limit?",
                    BusinessPoolSweepExperiment::new),
            new Entry(
                    JsfPoolsExperiment.NAME,
                    "How many users do a cached pool, a fixed one and a fixed one with a queue bear while TP99 keeps the"
                            + " limit, and what throughput do they give there?",
                    JsfPoolsExperiment::new),
            new Entry(
                    ExecutionModelsExperiment.NAME,
                    "Which execution model gives findUserInfo the most under the same limit of calls in flight: platform"
                            + " threads, virtual ones, or none?",
                    ExecutionModelsExperiment::new),
            new Entry(
                    MaxThreadsExperiment.NAME,
                    "How does throughput depend on the threads when a call is held for a second, and what sets the ceiling"
                            + " with 2000 of them?",
                    MaxThreadsExperiment::new),
            new Entry(
                    QuotaOrCoresExperiment.NAME,
                    "What does a CPU quota of one core do to TP99 near saturation that one core of its own does not?",
                    QuotaOrCoresExperiment::new),
            new Entry(
                    OverloadExperiment.NAME,
                    "Which server keeps TP99 for what it answers under ten times the users and twice the rate that"
                            + " saturate it, and how much does it still answer?",
                    OverloadExperiment::new),
            new Entry(
                    NestedPoolsExperiment.NAME,
                    "How many common and select threads does queryItems need: which pair bears the largest load with"
                            + " TP99 below the limit, and what do the threads of each pair do under 100 users?",
                    NestedPoolsExperiment::new),
            new Entry(
                    IoCpuSplitExperiment.NAME,
                    "Is queryItems faster on common and select or on pools for I/O and CPU, and does the rule of thumb find"
                            + " the best sizes of these?",
                    IoCpuSplitExperiment::new),
            new Entry(
                    LittlesLawExperiment.NAME,
                    "Do the pool's MXBean and Little's law show what the four published runs showed, and is a pool of the"
                            + " mean and 20 % more large enough?",
                    LittlesLawExperiment::new),
            new Entry(
                    IsolationExperiment.NAME,
                    "What does a bulkhead around a dependency cost, what does it do when more calls come than it has"
                            + " threads, and who sees the calls that are turned away?",
                    IsolationExperiment::new),
            new Entry(
                    SearchGridExperiment.NAME,
                    "How much throughput does the search miss that measuring every combination would have found, and how"
                            + " many runs does it save?",
                    SearchGridExperiment::new),
            new Entry(
                    CalibrationExperiment.NAME,
                    "What does a call need of CPU time, waits and the world outside, so that a model can tell what it"
                            + " would do elsewhere?",
                    CalibrationExperiment::new),
            new Entry(
                    ValidationExperiment.NAME,
                    "How far are the model's predictions, made from runs on one core, from what is then measured?",
                    ValidationExperiment::new),
            new Entry(
                    ProfilerCostExperiment.NAME,
                    "How much throughput and TP99 does the service lose while a profiler samples it?",
                    ProfilerCostExperiment::new));

    private Experiments() {}

    /**
     * An experiment by its name.
     *
     * @param name on the command line and in results
     * @param question what it asks, in one sentence
     * @param create makes it
     */
    public record Entry(String name, String question, Function<ExperimentOptions, Experiment> create) {}

    public static List<Entry> all() {
        return ALL;
    }

    /** The one that {@code mvn verify -Pperf} runs. */
    public static Entry main() {
        return ALL.get(0);
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Entry named(String name) {
        Optional<Entry> found =
                ALL.stream().filter(entry -> entry.name().equals(name)).findFirst();
        return found.orElseThrow(() -> new IllegalArgumentException("experiment: " + name + " (expected: "
                + ALL.stream().map(Entry::name).collect(Collectors.joining(", ")) + ")"));
    }
}
