package dev.multipool.perf.app;

import dev.multipool.perf.idle.IdleExperiment;
import dev.multipool.redis.provision.RunningRedis;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
final class IdleCommand extends BesideRedisCommand {
    @Option(names = "--connections", paramLabel = "N", defaultValue = "10000", description = "how many")
    private int connections;

    @Override
    Measurement measurement() {
        if (connections < 1) {
            throw new IllegalArgumentException("connections: " + connections + " (expected: >= 1)");
        }
        return (redis, directory, console) -> {
            try (RunningRedis running = SeededRedis.open(redis)) {
                console.print(new IdleExperiment(Wiring.javaCommand(), running.uri(), directory)
                        .run(connections)
                        .text());
                return 0;
            }
        };
    }
}
