package dev.multipool.bench.app;

import dev.multipool.bench.app.options.DurationConverter;
import dev.multipool.bench.app.options.LoadOptions;
import dev.multipool.bench.app.options.ObjectiveConverter;
import dev.multipool.bench.app.options.PlanOptions;
import dev.multipool.bench.generator.LoadGenerator;
import dev.multipool.bench.generator.ProgressListener;
import dev.multipool.bench.message.SchemaException;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.result.LoadIntervals;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.search.JudgedRun;
import dev.multipool.bench.search.SearchResult;
import dev.multipool.bench.search.SearchRun;
import dev.multipool.bench.search.SearchSettings;
import dev.multipool.capacity.Objective;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.tls.TlsException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The search for the largest load from the command line. */
@Command(
        name = "search",
        description = {
            "Searches the largest number of users, or with --rate the largest rate, that holds an objective.",
            "It begins with --users or --rate, doubles until a run misses, then bisects, then repeats the boundary.",
            "Ctrl-C ends the search and prints what was found so far."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        showDefaultValues = true)
final class SearchCommand implements Callable<Integer> {
    /** Connecting, draining and closing, beyond the times that the plan names. */
    private static final Duration AROUND_A_RUN = Duration.ofSeconds(3);

    /** How far below the first level an open loop's search may go. */
    private static final double SMALLEST_SHARE = 0.001;

    private static final LongSupplier NANO_CLOCK = System::nanoTime;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--objective",
            required = true,
            paramLabel = "OBJECTIVE",
            converter = ObjectiveConverter.class,
            showDefaultValue = CommandLine.Help.Visibility.NEVER,
            description = "what a load has to hold: tp50, tp90, tp99 or tp99.9 below a time, such as tp99<10ms")
    private Objective objective = Objective.tp99Below(Duration.ofMillis(10));

    @Mixin
    private PlanOptions plan = new PlanOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Option(
            names = "--max",
            defaultValue = "100000",
            paramLabel = "N",
            description = "no larger number of users, or rate, is tried")
    private double max;

    @Option(
            names = "--precision",
            defaultValue = "0.05",
            paramLabel = "SHARE",
            description = "how far the first fail may be above the last pass")
    private double precision;

    @Option(
            names = "--repeats",
            defaultValue = "3",
            paramLabel = "N",
            description = "runs that the last pass and the first fail must have, 3 to 10; most of them decide")
    private int repeats;

    @Option(
            names = "--max-time",
            defaultValue = "15m",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "no run begins that could end later")
    private Duration maxTime = Duration.ZERO;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec().commandLine().getOut();
        PrintWriter err = spec().commandLine().getErr();
        CurrentRun current = new CurrentRun(err);
        SearchRun search = search();
        Interruption interruption = Interruption.stopping(
                () -> {
                    search.stop();
                    current.stop();
                },
                plan.callTimeout());
        Instant began = Instant.now();
        long beganNanos = NANO_CLOCK.getAsLong();
        try {
            SearchResult result = search.run(current, trial -> print(trial, err));
            Duration took = Duration.ofNanos(NANO_CLOCK.getAsLong() - beganNanos);
            print(result, out);
            out.flush();
            List<String> failures = output.write(new SearchOutput(
                    result, current.intervalsAt(result.boundary().lastPass()), began, took));
            failures.forEach(err::println);
            if (!failures.isEmpty()) {
                return CommandLine.ExitCode.SOFTWARE;
            }
            return result.boundary().lastPass() != null ? CommandLine.ExitCode.OK : ExitCodes.MISSED;
        } catch (RpcException e) {
            err.println(e.text());
            return CommandLine.ExitCode.SOFTWARE;
        } catch (TlsException e) {
            err.println("--tls: " + e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        } catch (UncheckedIOException | SchemaException e) {
            err.println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        } finally {
            interruption.finished();
        }
    }

    private SearchRun search() {
        try {
            output.check(objective);
            LoadModel first = load.model();
            LoadPlan.Timing timing = plan.plan(first).timing();
            boolean users = first instanceof LoadModel.ClosedLoop;
            SearchSettings settings = new SearchSettings(
                    first.level(),
                    users ? plan.fewestUsers() : first.level() * SMALLEST_SHARE,
                    max,
                    users,
                    precision,
                    repeats);
            Duration oneRun = timing.warmup()
                    .plus(timing.duration())
                    .plus(timing.callTimeout())
                    .plus(AROUND_A_RUN);
            return new SearchRun(
                    objective,
                    users ? "users" : "calls/s",
                    settings,
                    new SearchRun.Bounds(maxTime, oneRun),
                    NANO_CLOCK);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec().commandLine(), e.getMessage(), e);
        }
    }

    private static void print(JudgedRun trial, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%,12.0f: %-7s %,10.1f TPS  %8.2f ms  %s%n",
                trial.level(),
                trial.verdict(),
                trial.throughputPerSecond(),
                trial.valueMillis(),
                String.join("; ", trial.reasons()));
        out.flush();
    }

    private static void print(SearchResult result, PrintWriter out) {
        Double lastPass = result.boundary().lastPass();
        Double firstFail = result.boundary().firstFail();
        SearchResult.Interval throughput = result.boundary().throughput();
        out.printf(
                Locale.ROOT,
                "last pass      %s%n",
                lastPass == null ? "none" : String.format(Locale.ROOT, "%,.1f %s", lastPass, result.unit()));
        if (throughput != null) {
            out.printf(
                    Locale.ROOT,
                    "throughput     %,.1f TPS, with 95 %% confidence %,.1f to %,.1f (%d runs)%n",
                    throughput.mean(),
                    throughput.low(),
                    throughput.high(),
                    throughput.runs());
        }
        out.printf(
                Locale.ROOT,
                "first fail     %s%n",
                firstFail == null ? "none" : String.format(Locale.ROOT, "%,.1f %s", firstFail, result.unit()));
        out.printf(
                Locale.ROOT,
                "search         %s after %d runs: %s%n",
                result.complete() ? "complete" : "not complete",
                result.trials().size(),
                result.endedBy());
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return spec;
    }

    /** Makes the runs; the one that is under way can be ended by a signal. */
    private final class CurrentRun implements SearchRun.Experiment {
        private final PrintWriter err;
        private final Map<Double, List<LoadIntervals>> intervals = new HashMap<>();
        private volatile @Nullable LoadGenerator generator;

        CurrentRun(PrintWriter err) {
            this.err = err;
        }

        @Override
        public LoadResult run(double level) throws InterruptedException {
            LoadPlan next = plan.plan(load.model().withLevel(level));
            ProgressLine progress = ProgressLine.on(err);
            // elsewhere the line of each run that has ended is enough
            LoadGenerator nextGenerator = new LoadGenerator(
                    next,
                    plan.settings(next),
                    Terminal.isStderr() ? progress : ProgressListener.NONE,
                    plan.protocol(next));
            generator = nextGenerator;
            try {
                LoadResult result = nextGenerator.run();
                intervals.computeIfAbsent(level, runs -> new ArrayList<>()).add(nextGenerator.intervals());
                return result;
            } finally {
                progress.end();
            }
        }

        List<LoadIntervals> intervalsAt(@Nullable Double level) {
            return level == null ? List.of() : intervals.getOrDefault(level, List.of());
        }

        void stop() {
            LoadGenerator running = generator;
            if (running != null) {
                running.stop();
            }
        }
    }
}
