package dev.multipool.perf.app;

import dev.multipool.bench.app.DurationConverter;
import dev.multipool.perf.nested.FlowKind;
import dev.multipool.perf.nested.NestedReport;
import dev.multipool.perf.nested.NestedSettings;
import dev.multipool.redis.source.RedisRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
        sortOptions = false)
final class NestedCommand implements Callable<Integer> {
    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "windows of each flow")
    private int rounds;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description = "load on each flow before the first round")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "5s",
            converter = DurationConverter.class,
            description = "each measured window")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--users",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,8",
            description = "numbers of concurrent users")
    private List<Integer> users = List.of();

    @Option(names = "--items", paramLabel = "N", defaultValue = "4", description = "items of each request")
    private int items;

    @Option(
            names = "--redis",
            paramLabel = "URI|container|embedded|auto",
            description = "where the Redis comes from; default: what MULTIPOOL_REDIS says, else auto")
    private @Nullable String redis;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "perf-tests/target/nested-cost",
            description = "takes the results and what the processes print")
    private Path out = Path.of("");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter console = spec.commandLine().getOut();
        NestedSettings settings;
        RedisRequest request;
        try {
            settings = new NestedSettings(
                    FlowKind.available(Runtime.version().feature()), users, items, rounds, warmup, duration);
            request = redis == null ? null : RedisRequest.parse(redis);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        Files.createDirectories(out);
        NestedWiring.Outcome outcome = NestedWiring.measure(settings, request, commandLine(), out, line -> {
            console.println(line);
            console.flush();
        });
        NestedReport report = new NestedReport(outcome.setup(), outcome.windows());
        report.write(out);
        console.println();
        console.print(report.markdown());
        console.println("results: " + out.toAbsolutePath().normalize());
        return outcome.windows().stream().anyMatch(window -> window.failures() > 0) ? LabCommand.FAILED : 0;
    }

    /** The command that does the same again; the password of a Redis stays out of it. */
    private String commandLine() {
        return "java -jar perf-tests/target/multipool-lab.jar nested-cost --rounds " + rounds + " --warmup "
                + warmup.toMillis() + "ms --duration " + duration.toMillis() + "ms --users "
                + users.stream().map(String::valueOf).collect(Collectors.joining(",")) + " --items " + items
                + (redis == null ? "" : " --redis " + redis.replaceFirst("//[^/@]*@", "//"));
    }
}
