package dev.multipool.perf.app;

import dev.multipool.perf.idle.IdleExperiment;
import dev.multipool.redis.source.RedisRequest;
import dev.multipool.redis.source.RunningRedis;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures what idle connections cost the server in memory. */
@Command(
        name = "idle-connections",
        mixinStandardHelpOptions = true,
        description =
                "Opens connections to a server of its own and tells what each costs it in heap and resident memory. "
                        + "Both processes need as many file descriptors. Needs Linux.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:measured", "1:failed", "2:wrong usage"},
        showDefaultValues = true,
        sortOptions = false)
final class IdleCommand implements Callable<Integer> {
    @Option(names = "--connections", paramLabel = "N", defaultValue = "10000", description = "how many")
    private int connections;

    @Option(
            names = "--redis",
            paramLabel = "URI|container|embedded|auto",
            description = "where the Redis comes from; default: what MULTIPOOL_REDIS says, else auto")
    private @Nullable String redis;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "perf-tests/target/idle-connections",
            description = "takes what the server prints")
    private Path out = Path.of("");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter console = spec.commandLine().getOut();
        Optional<RedisRequest> request;
        try {
            request = Optional.ofNullable(redis).map(RedisRequest::parse);
            if (connections < 1) {
                throw new IllegalArgumentException("connections: " + connections + " (expected: >= 1)");
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        Files.createDirectories(out);
        try (RunningRedis running = SeededRedis.open(request)) {
            console.print(new IdleExperiment(Wiring.javaCommand(), running.uri(), out)
                    .run(connections)
                    .text());
            console.flush();
        }
        return 0;
    }
}
