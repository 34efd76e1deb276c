package dev.multipool.perf.app;

import dev.multipool.laboratory.description.DescriptionException;
import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.report.ConsoleReport;
import dev.multipool.laboratory.report.ResultDirectory;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.perf.Experiments;
import dev.multipool.perf.experiment.ExperimentOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every command has that makes runs and reports them: the machine, and where results go. */
abstract class JobCommand implements Callable<Integer> {
    @Mixin
    private RedisOption redis = new RedisOption();

    @Option(
            names = "--server-cores",
            paramLabel = "N",
            defaultValue = "0",
            description = "cores of its own for the server; 0: as the machine allows, 4 of 6 or more")
    private int serverCores;

    @Mixin
    private PatienceOption patience = new PatienceOption();

    @Mixin
    private NoiseOptions noise = new NoiseOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = OutputPath.OfDirectory.class,
            defaultValue = "perf-tests/target/perf",
            description = {
                "results stay in DIR/<time>; DIR/latest has those of the first experiment, DIR/latest-NAME those of each"
            })
    private Path out = Path.of("");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    CommandSpec spec;

    final RedisOption redis() {
        return redis;
    }

    final PatienceOption patience() {
        return patience;
    }

    final NoiseOptions noise() {
        return noise;
    }

    /** Which process gets which cores of this machine. */
    final CorePlan corePlan(Machine machine) {
        return CorePlan.of(machine.cpus(), machine.canPin(), serverCores);
    }

    /** The end of a command line that does the same again; the password of a Redis stays out of it. */
    final String machineArguments() {
        return redis.asArgument()
                + (serverCores > 0 ? " --server-cores " + serverCores : "")
                + patience.asArgument()
                + noise.asArguments();
    }

    /** This command as it was given. */
    final String commandLine() {
        return "java -jar perf-tests/target/multipool-lab.jar "
                + spec.commandLine().getParseResult().originalArgs().stream()
                        .map(JobCommand::quoted)
                        .collect(Collectors.joining(" "));
    }

    /** As a shell wants it. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=,@-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** What a file describes. */
    final ServiceDescription described(Path file) {
        try {
            return DescriptionReader.read(file);
        } catch (DescriptionException e) {
            throw new ParameterException(spec.commandLine(), e.error().sentence(), e);
        }
    }

    /** Makes the runs of a described service, and shows what came of them. */
    final int measure(DescribedJob job) throws IOException, InterruptedException {
        try (Interruption interruption = Interruption.watch()) {
            ResultDirectory directory =
                    ResultDirectory.create(out, InstantSource.system().instant(), job.name(), true);
            PrintWriter console = spec.commandLine().getOut();
            return show(Wiring.measure(job, directory.own(), interruption, line(console)), directory, console);
        }
    }

    /** Makes the runs of all experiments of our own service, and shows what came of each. */
    final int measure(Job job) throws IOException, InterruptedException {
        PrintWriter console = spec.commandLine().getOut();
        int exitCode = 0;
        try (Interruption interruption = Interruption.watch()) {
            for (Experiments.Entry entry : job.experiments()) {
                if (!interruption.isRequested()) {
                    boolean first = entry.equals(job.experiments().get(0));
                    ResultDirectory directory =
                            ResultDirectory.create(out, InstantSource.system().instant(), entry.name(), first);
                    LabResult result = Wiring.measure(job, entry, directory.own(), interruption, line(console));
                    exitCode = Math.max(exitCode, show(result, directory, console));
                    if (!result.measured().runs().isEmpty()) {
                        written(result, job.options());
                    }
                }
            }
        }
        return exitCode;
    }

    private static Consumer<String> line(PrintWriter console) {
        return line -> {
            console.println(line);
            console.flush();
        };
    }

    /** Takes each result of our own service that was written; one of which no run counts is not among them. */
    void written(LabResult result, ExperimentOptions options) throws IOException {}

    private int show(LabResult result, ResultDirectory directory, PrintWriter console) throws IOException {
        if (result.measured().runs().isEmpty() && result.findings().isEmpty()) {
            directory.discard();
            ConsoleReport.lastLines(result).forEach(spec.commandLine().getErr()::println);
            return ExitCode.FAILED;
        }
        directory.write(result);
        console.println();
        ConsoleReport.lines(result).forEach(console::println);
        console.println("report: " + directory.latestPage().toAbsolutePath().normalize());
        ConsoleReport.lastLines(result).forEach(console::println);
        console.flush();
        return isGood(result) ? 0 : ExitCode.FAILED;
    }

    /** Whether it is what was asked for. */
    abstract boolean isGood(LabResult result);
}
