package dev.multipool.perf.app;

import dev.multipool.bench.app.DurationConverter;
import dev.multipool.perf.BusinessPoolSweepExperiment;
import dev.multipool.perf.SweepSettings;
import dev.multipool.perf.SweepSettings.Load;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.Machine;
import dev.multipool.perf.report.ConsoleReport;
import dev.multipool.perf.report.ResultDirectory;
import dev.multipool.perf.result.LabResult;
import dev.multipool.perf.result.LabRun;
import dev.multipool.perf.result.Objective;
import dev.multipool.redis.source.RedisRequest;
import dev.multipool.redis.source.RedisSourceSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes the runs of an experiment and writes what it found. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Starts a Redis, servers and load generators, measures, and writes result.json, results.csv and report.html.",
            "A given Redis keeps the users that are written to it."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:measured", "1:failed, or no run counts", "2:wrong usage"},
        showDefaultValues = true,
        sortOptions = false)
final class RunCommand implements Callable<Integer> {
    @Option(names = "--experiment", paramLabel = "NAME", defaultValue = BusinessPoolSweepExperiment.NAME)
    private String experiment = "";

    @Option(
            names = "--sizes",
            paramLabel = "N",
            split = ",",
            defaultValue = "2,4,8,16,24,32",
            description = "threads of the business pool")
    private List<Integer> sizes = List.of();

    @Option(names = "--users", paramLabel = "N", defaultValue = "32", description = "concurrent users")
    private int users;

    @Option(names = "--connections", paramLabel = "K", defaultValue = "4", description = "TCP connections they share")
    private int connections;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description = "load before each measured window")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description = "each measured window")
    private Duration duration = Duration.ZERO;

    @Option(names = "--repeats", paramLabel = "N", defaultValue = "2", description = "runs of each size")
    private int repeats;

    @Option(
            names = "--retries",
            paramLabel = "N",
            defaultValue = "2",
            description = "how often a run that does not count is made again")
    private int retries;

    @Option(
            names = "--objective",
            paramLabel = "TEXT",
            defaultValue = "tp99<10ms",
            description = "the limit that the answer has to keep")
    private String objective = "";

    @Option(
            names = "--redis",
            paramLabel = "URI|container|embedded|auto",
            description = "where the Redis comes from; default: what MULTIPOOL_REDIS says, else auto")
    private @Nullable String redis;

    @Option(
            names = "--users-seeded",
            paramLabel = "N",
            defaultValue = "10000",
            description = "users written to Redis before the first run")
    private long usersSeeded;

    @Option(
            names = "--server-cores",
            paramLabel = "N",
            defaultValue = "0",
            description = "cores of its own for the server; 0: as the machine allows, 4 of 6 or more")
    private int serverCores;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "perf-tests/target/perf",
            description = "results go to DIR/latest, and stay in DIR/<time>")
    private Path out = Path.of("");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter console = spec.commandLine().getOut();
        Job job = job();
        ResultDirectory directory =
                ResultDirectory.create(out, InstantSource.system().instant());
        LabResult result = Wiring.measure(job, directory.own(), line -> {
            console.println(line);
            console.flush();
        });
        directory.write(result);
        console.println();
        ConsoleReport.lines(result).forEach(console::println);
        console.println("report: " + directory.latestPage().toAbsolutePath().normalize());
        console.flush();
        if (result.runs().stream().noneMatch(LabRun::isValid)) {
            spec.commandLine().getErr().println("multipool-lab run: no run counts, the reasons stand above");
            return LabCommand.FAILED;
        }
        return 0;
    }

    private Job job() {
        try {
            if (!experiment.equals(BusinessPoolSweepExperiment.NAME)) {
                throw new IllegalArgumentException(
                        "experiment: " + experiment + " (expected: " + BusinessPoolSweepExperiment.NAME + ")");
            }
            Load load = new Load(users, connections, warmup, duration, usersSeeded);
            Machine machine = Wiring.thisMachine();
            CorePlan cores = CorePlan.of(machine.cpus(), machine.canPin(), serverCores);
            return new Job(
                    new BusinessPoolSweepExperiment(
                            new SweepSettings(sizes, repeats, retries, load), InstantSource.system()),
                    Objective.parse(objective),
                    usersSeeded,
                    redisSettings(cores),
                    machine,
                    cores,
                    commandLine());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private RedisSourceSettings redisSettings(CorePlan cores) {
        RedisSourceSettings wanted = RedisSourceSettings.fromEnvironment(System.getenv());
        return RedisSourceSettings.builder()
                .request(redis == null ? wanted.request() : RedisRequest.parse(redis))
                .image(wanted.image())
                .cpus(cores.redisCpus())
                .build();
    }

    /** The command that does the same again; the password of a Redis stays out of it. */
    private String commandLine() {
        return "java -jar perf-tests/target/multipool-lab.jar run --experiment " + experiment + " --sizes "
                + sizes.stream().map(String::valueOf).collect(Collectors.joining(",")) + " --users " + users
                + " --connections " + connections + " --warmup " + text(warmup) + " --duration "
                + text(duration) + " --repeats " + repeats + " --retries " + retries + " --objective '" + objective
                + "' --users-seeded "
                + usersSeeded + (redis == null ? "" : " --redis " + redis.replaceFirst("//[^/@]*@", "//"))
                + (serverCores > 0 ? " --server-cores " + serverCores : "");
    }

    private static String text(Duration time) {
        return time.toMillisPart() == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }
}
