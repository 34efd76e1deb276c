package dev.multipool.perf.app;

import dev.multipool.perf.nested.FlowKind;
import dev.multipool.perf.nested.NestedReport;
import dev.multipool.perf.nested.NestedSettings;
import dev.multipool.redis.source.RedisSourceSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares measured pools with plain executors in queryItems' nested fan-out. */
@Command(
        name = "nested-cost",
        mixinStandardHelpOptions = true,
        description = {
            "Compares the nested fan-out of queryItems over measured pools with the same over plain executors and latches,",
            "and writes nested-cost.json and nested-cost.md. A given Redis keeps the items that are written to it. Needs Linux."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:measured", "1:failed, or a request was answered wrongly", "2:wrong usage"},
        showDefaultValues = true,
        defaultValueProvider = NestedCommand.Defaults.class,
        sortOptions = false)
final class NestedCommand implements Callable<Integer> {
    @Mixin
    private WindowOptions windows = new WindowOptions();

    @Option(names = "--items", paramLabel = "N", defaultValue = "4", description = "items of each request")
    private int items;

    @Mixin
    private RedisOption redis = new RedisOption();

    @Mixin
    private OutOption out = new OutOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter console = spec.commandLine().getOut();
        NestedSettings settings;
        RedisSourceSettings source;
        try {
            settings = new NestedSettings(
                    FlowKind.available(Runtime.version().feature()),
                    windows.users(),
                    items,
                    windows.rounds(),
                    windows.warmup(),
                    windows.duration());
            source = redis.settings(System.getenv());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        Path directory = out.directory();
        NestedWiring.Outcome outcome = NestedWiring.measure(settings, source, commandLine(), directory, line -> {
            console.println(line);
            console.flush();
        });
        NestedReport report = new NestedReport(outcome.setup(), outcome.windows());
        report.write(directory);
        console.println();
        console.print(report.markdown());
        console.println("results: " + directory.toAbsolutePath().normalize());
        return outcome.windows().stream().anyMatch(window -> window.failures() > 0) ? LabCommand.FAILED : 0;
    }

    /** The command that does the same again; the password of a Redis stays out of it. */
    private String commandLine() {
        return "java -jar perf-tests/target/multipool-lab.jar nested-cost" + windows.asArguments() + " --items " + items
                + redis.asArgument();
    }

    static final class Defaults extends WindowOptions.Defaults {
        Defaults() {
            super("3", "10s", "5s", "1,8");
        }
    }
}
