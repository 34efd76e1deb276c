package dev.multipool.bench.app;

import dev.multipool.bench.app.options.DurationConverter;
import dev.multipool.bench.app.options.LoadOptions;
import dev.multipool.bench.app.options.ObjectiveConverter;
import dev.multipool.bench.app.options.PlanOptions;
import dev.multipool.bench.app.options.ProfileOptions;
import dev.multipool.bench.generator.LoadGenerator;
import dev.multipool.bench.message.SchemaException;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.search.JudgedRun;
import dev.multipool.capacity.Objective;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.tls.TlsException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One load run from the command line. */
@Command(
        name = "run",
        description = {
            "Runs one load. Closed loop (--users): each user sends its next call when the one before is answered.",
            "Open loop (--rate): calls are due by a schedule, and response times count from when they were due.",
            "Durations are written as 500ms, 5s or 1m. Ctrl-C ends the run early and prints what was measured."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        showDefaultValues = true)
final class RunCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private PlanOptions plan = new PlanOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Mixin
    private ProfileOptions profile = new ProfileOptions();

    @Option(
            names = "--longest-duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description =
                    "the window goes on until it holds --duration without a stall of the machine and is steady, but at"
                            + " most so long (default: --duration); for a load that does not change")
    private @Nullable Duration longestDuration;

    @Option(
            names = "--objective",
            paramLabel = "OBJECTIVE",
            converter = ObjectiveConverter.class,
            description =
                    "such as tp99<10ms: the process ends with 3 when the run misses it, with 4 when the run cannot"
                            + " be trusted")
    private @Nullable Objective objective;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws InterruptedException {
        CommandLine commandLine = spec().commandLine();
        PrintWriter out = commandLine.getOut();
        PrintWriter err = commandLine.getErr();
        ProgressLine progress = ProgressLine.on(err);
        LoadGenerator generator = generator(progress);
        Interruption interruption = Interruption.stopping(generator::stop, plan.callTimeout());
        try {
            LoadResult result = run(generator, progress);
            ResultTable.print(result, out);
            int exitCode = objective == null ? CommandLine.ExitCode.OK : judged(objective, result, out);
            out.flush();
            List<String> failures = output.write(new RunOutput(result, generator.intervals(), objective));
            failures.forEach(err::println);
            return failures.isEmpty() ? exitCode : CommandLine.ExitCode.SOFTWARE;
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

    private static int judged(Objective objective, LoadResult result, PrintWriter out) {
        JudgedRun trial = JudgedRun.of(result.setup().plan().load().level(), objective, result);
        out.println("objective      " + objective + ": " + trial.verdict());
        trial.reasons().forEach(reason -> out.println("               - " + reason));
        return switch (trial.verdict()) {
            case PASS -> CommandLine.ExitCode.OK;
            case FAIL -> ExitCodes.MISSED;
            case INVALID -> ExitCodes.INVALID;
        };
    }

    private static LoadResult run(LoadGenerator generator, ProgressLine progress) throws InterruptedException {
        try {
            return generator.run();
        } finally {
            progress.end();
        }
    }

    private LoadGenerator generator(ProgressLine progress) {
        try {
            output.check(objective);
            LoadModel base = load.model();
            LoadPlan asked = plan.plan(
                    base.withProfile(profile.profile(base.level(), plan.duration(), PlanOptions.DEFAULT_DURATION)));
            LoadPlan extended = longestDuration == null
                    ? asked
                    : asked.withTiming(asked.timing().withLongest(longestDuration));
            return new LoadGenerator(extended, plan.settings(extended), progress, plan.protocol(extended));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec().commandLine(), e.getMessage(), e);
        }
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return spec;
    }
}
