package dev.multipool.perf.app;

import dev.multipool.laboratory.process.Jdk;
import dev.multipool.perf.start.StartExperiment;
import dev.multipool.pools.NanoClock;
import dev.multipool.redis.provision.RunningRedis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how long the server takes to its first answered call. */
@Command(
        name = "start-time",
        mixinStandardHelpOptions = true,
        description =
                "Starts the server again and again, with each set of JVM flags in turn, and tells how long it takes "
                        + "from the start of its process to its first answered call.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:measured", "1:failed", "2:wrong usage"},
        showDefaultValues = true,
        sortOptions = false)
final class StartCommand extends BesideRedisCommand {
    @Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = "starts with each set of flags")
    private int rounds;

    @Option(
            names = "--flags",
            paramLabel = "FLAGS",
            description = "a set of JVM flags, separated by spaces; may be given more than once. "
                    + "Default: none, and the class archive that the build makes")
    private @Nullable List<String> flags;

    @Option(
            names = "--jar",
            paramLabel = "FILE",
            defaultValue = "rpc-server/target/multipool-server.jar",
            description = "the server's jar")
    private Path jar = Path.of("");

    @Override
    Measurement measurement() {
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds: " + rounds + " (expected: >= 1)");
        }
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException("jar: " + jar + " (expected: the server's jar)");
        }
        List<String> sets = flags == null
                ? List.of("", "-XX:SharedArchiveFile=" + jar.resolveSibling("multipool-server.jsa"))
                : flags;
        return (redis, directory, console) -> {
            try (RunningRedis running = SeededRedis.open(redis)) {
                new StartExperiment(Jdk.running(), jar, running.uri(), directory, NanoClock.system())
                        .run(sets, rounds)
                        .forEach((set, millis) -> console.printf(
                                Locale.ROOT,
                                "%5.0f ms, %.0f-%.0f  %s%n",
                                millis.median(),
                                millis.min(),
                                millis.max(),
                                set.isBlank() ? "(no flags)" : set));
                return 0;
            }
        };
    }
}
