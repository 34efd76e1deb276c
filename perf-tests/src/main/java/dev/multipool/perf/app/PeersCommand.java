package dev.multipool.perf.app;

import dev.multipool.bench.app.DurationConverter;
import dev.multipool.perf.peers.Contestant;
import dev.multipool.perf.peers.PeersReport;
import dev.multipool.perf.peers.PeersResult;
import dev.multipool.perf.peers.PeersSettings;
import dev.multipool.perf.process.RedisBenchmark;
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

/** Compares our server with the floor, the limit, grpc-java and Redis alone. */
@Command(
        name = "peers",
        mixinStandardHelpOptions = true,
        description = {
            "Compares our server with bare Netty, grpc-java and redis-benchmark, and writes peers.json, peers.csv and peers.md.",
            "A given Redis keeps the users that are written to it. Needs Linux."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:measured", "1:failed, or a call was answered wrongly", "2:wrong usage"},
        showDefaultValues = true,
        sortOptions = false)
final class PeersCommand implements Callable<Integer> {
    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "windows of each contestant")
    private int rounds;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            defaultValue = "20s",
            converter = DurationConverter.class,
            description = "load on each contestant before the first round")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "8s",
            converter = DurationConverter.class,
            description = "each measured window")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--users",
            paramLabel = "N",
            split = ",",
            defaultValue = "24,100",
            description = "numbers of concurrent users, on 4 connections")
    private List<Integer> users = List.of();

    @Option(names = "--only", paramLabel = "NAME", split = ",", description = "contestants; default: all")
    private @Nullable List<String> only;

    @Option(
            names = "--redis",
            paramLabel = "URI|container|embedded|auto",
            description = "where the Redis comes from; default: what MULTIPOOL_REDIS says, else auto")
    private @Nullable String redis;

    @Option(
            names = "--users-seeded",
            paramLabel = "N",
            defaultValue = "10000",
            description = "users written to Redis before the first window")
    private long usersSeeded;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "perf-tests/target/peers",
            description = "takes the results and what the processes print")
    private Path out = Path.of("");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter console = spec.commandLine().getOut();
        PeersSettings settings = settings();
        RedisRequest request = redisRequest();
        Files.createDirectories(out);
        PeersResult result = PeersWiring.measure(settings, request, commandLine(), out, line -> {
            console.println(line);
            console.flush();
        });
        PeersReport report = new PeersReport(result);
        report.write(out);
        console.println();
        console.print(report.console());
        console.println("results: " + out.toAbsolutePath().normalize());
        return result.windows().stream().anyMatch(window -> window.failures() > 0) ? LabCommand.FAILED : 0;
    }

    private PeersSettings settings() {
        List<Contestant> available = Contestant.available(
                Runtime.version().feature(), RedisBenchmark.isOn(System.getenv().getOrDefault("PATH", "")));
        try {
            return new PeersSettings(
                    only == null ? available : Contestant.named(only, available),
                    users,
                    rounds,
                    warmup,
                    duration,
                    usersSeeded);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private @Nullable RedisRequest redisRequest() {
        try {
            return redis == null ? null : RedisRequest.parse(redis);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** The command that does the same again; the password of a Redis stays out of it. */
    private String commandLine() {
        return "java -jar perf-tests/target/multipool-lab.jar peers --rounds " + rounds + " --warmup "
                + text(warmup) + " --duration " + text(duration) + " --users "
                + users.stream().map(String::valueOf).collect(Collectors.joining(","))
                + (only == null ? "" : " --only " + String.join(",", only))
                + " --users-seeded " + usersSeeded
                + (redis == null ? "" : " --redis " + redis.replaceFirst("//[^/@]*@", "//"));
    }

    private static String text(Duration time) {
        return time.toMillisPart() == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }
}
