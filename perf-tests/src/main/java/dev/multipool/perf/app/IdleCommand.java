package dev.multipool.perf.app;

import dev.multipool.perf.idle.IdleExperiment;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.redis.source.RunningRedis;
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
        RedisSourceSettings source;
        try {
            source = redis.settings(System.getenv());
            if (connections < 1) {
                throw new IllegalArgumentException("connections: " + connections + " (expected: >= 1)");
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        Path directory = out.directory();
        try (RunningRedis running = SeededRedis.open(source)) {
            console.print(new IdleExperiment(Wiring.javaCommand(), running.uri(), directory)
                    .run(connections)
                    .text());
            console.flush();
        }
        return 0;
    }
}
