package dev.multipool.perf.app;

import dev.multipool.perf.peers.Contestant;
import dev.multipool.perf.peers.PeersReport;
import dev.multipool.perf.peers.PeersResult;
import dev.multipool.perf.peers.PeersSettings;
import dev.multipool.perf.process.RedisBenchmark;
import dev.multipool.redis.source.RedisSourceSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
        defaultValueProvider = PeersCommand.Defaults.class,
        sortOptions = false)
final class PeersCommand implements Callable<Integer> {
    @Mixin
    private WindowOptions windows = new WindowOptions();

    @Option(names = "--only", paramLabel = "NAME", split = ",", description = "contestants; default: all")
    private @Nullable List<String> only;

    @Mixin
    private RedisOption redis = new RedisOption();

    @Mixin
    private UsersSeededOption usersSeeded = new UsersSeededOption();

    @Mixin
    private OutOption out = new OutOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter console = spec.commandLine().getOut();
        PeersSettings settings = settings();
        RedisSourceSettings source = redisSource();
        Path directory = out.directory();
        PeersResult result = PeersWiring.measure(settings, source, commandLine(), directory, line -> {
            console.println(line);
            console.flush();
        });
        PeersReport report = new PeersReport(result);
        report.write(directory);
        console.println();
        console.print(report.console());
        console.println("results: " + directory.toAbsolutePath().normalize());
        return result.windows().stream().anyMatch(window -> window.failures() > 0) ? LabCommand.FAILED : 0;
    }

    private PeersSettings settings() {
        List<Contestant> available = Contestant.available(
                Runtime.version().feature(), RedisBenchmark.isOn(System.getenv().getOrDefault("PATH", "")));
        try {
            return new PeersSettings(
                    only == null ? available : Contestant.named(only, available),
                    windows.users(),
                    windows.rounds(),
                    windows.warmup(),
                    windows.duration(),
                    usersSeeded.count());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private RedisSourceSettings redisSource() {
        try {
            return redis.settings(System.getenv());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** The command that does the same again; the password of a Redis stays out of it. */
    private String commandLine() {
        return "java -jar perf-tests/target/multipool-lab.jar peers" + windows.asArguments()
                + (only == null ? "" : " --only " + String.join(",", only))
                + " --users-seeded " + usersSeeded.count()
                + redis.asArgument();
    }

    static final class Defaults extends WindowOptions.Defaults {
        Defaults() {
            super("3", "20s", "8s", "24,100");
        }
    }
}
