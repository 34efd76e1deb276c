package dev.multipool.bench.app;

import dev.multipool.bench.ClosedLoopGenerator;
import dev.multipool.bench.GeneratorSettings;
import dev.multipool.bench.LoadPlan;
import dev.multipool.bench.LoadResult;
import dev.multipool.bench.LoadResultJson;
import dev.multipool.rpc.protocol.RpcException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One load run from the command line. */
@Command(
        name = "run",
        description = {
            "Runs a closed loop of findUserInfo calls: each user sends its next call when the one before is answered.",
            "Durations are written as 500ms, 5s or 1m. Ctrl-C ends the run early and prints what was measured."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        showDefaultValues = true)
final class RunCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--target",
            required = true,
            paramLabel = "HOST:PORT",
            showDefaultValue = CommandLine.Help.Visibility.NEVER,
            converter = Target.Converter.class,
            description = "the server")
    private Target target = new Target("", 0);

    @Option(names = "--users", defaultValue = "24", paramLabel = "N", description = "concurrent users")
    private int users;

    @Option(names = "--connections", defaultValue = "4", paramLabel = "N", description = "TCP connections they share")
    private int connections;

    @Option(
            names = "--warmup",
            defaultValue = "5s",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "load before the measured window")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--duration",
            defaultValue = "10s",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "the measured window")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--timeout",
            defaultValue = "1s",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "deadline of each call")
    private Duration timeout = Duration.ZERO;

    @Option(
            names = "--reject-backoff",
            defaultValue = "10ms",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "pause of a user after a failed call")
    private Duration rejectBackoff = Duration.ZERO;

    @Option(
            names = "--max-user-id",
            defaultValue = "10000",
            paramLabel = "N",
            description = "ids are drawn uniformly from 1 to N; seed the server with as many users")
    private long maxUserId;

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N", description = "of the ids' random sequence")
    private long seed;

    @Option(
            names = "--server-pid",
            paramLabel = "PID",
            description = "the server's process on this machine, to measure its CPU time")
    private @Nullable Long serverPid;

    @Option(
            names = "--also-pid",
            paramLabel = "PID",
            description = {
                "another process of this run on this machine, such as Redis; may be repeated. Given together with"
                        + " --server-pid, CPU time that any other process uses makes the run invalid"
            })
    private List<Long> alsoPids = List.of();

    @Option(
            names = "--event-loops",
            paramLabel = "N",
            description = "threads of the generator (default: one per connection, at most one per core)")
    private @Nullable Integer eventLoops;

    @Option(names = "--json", paramLabel = "FILE", description = "write the result there, too")
    private @Nullable Path json;

    @Override
    public Integer call() throws InterruptedException {
        CommandLine commandLine = spec().commandLine();
        PrintWriter out = commandLine.getOut();
        PrintWriter err = commandLine.getErr();
        ProgressLine progress = new ProgressLine(err, Terminal.isStderr());
        ClosedLoopGenerator generator = generator(progress);
        Interruption interruption = Interruption.stopping(generator, timeout);
        try {
            LoadResult result = generator.run();
            progress.end();
            ResultTable.print(result, out);
            if (json != null) {
                LoadResultJson.write(result, json);
            }
            out.flush();
            return CommandLine.ExitCode.OK;
        } catch (RpcException e) {
            err.println(e.text());
            return CommandLine.ExitCode.SOFTWARE;
        } catch (IOException e) {
            err.println("--json " + json + ": cannot be written: " + e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        } finally {
            interruption.finished();
        }
    }

    private ClosedLoopGenerator generator(ProgressLine progress) {
        try {
            LoadPlan plan = new LoadPlan(
                    target.host(),
                    target.port(),
                    users,
                    connections,
                    warmup,
                    duration,
                    timeout,
                    maxUserId,
                    seed,
                    rejectBackoff);
            int loops =
                    eventLoops != null ? eventLoops : GeneratorSettings.of(plan).eventLoops();
            return new ClosedLoopGenerator(plan, new GeneratorSettings(loops, serverPid, alsoPids), progress);
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
