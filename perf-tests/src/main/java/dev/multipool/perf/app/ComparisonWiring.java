package dev.multipool.perf.app;

import dev.multipool.laboratory.machine.CoreWatch;
import dev.multipool.laboratory.machine.Countermeasures;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.perf.peers.MeasuredWindows;
import dev.multipool.perf.peers.MeasuredWindows.Setup;
import dev.multipool.perf.peers.PeersSite;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;

/** Puts a comparison together: its Redis with what its calls read, its cores, its processes. */
final class ComparisonWiring {
    private ComparisonWiring() {}

    /**
     * What one command compares.
     *
     * @param estimate about how long it takes
     * @param seed writes what its calls read
     * @param loading starts the processes and loads them
     * @param <W> what one window tells
     */
    record Comparison<W>(Duration estimate, Consumer<RedisSettings> seed, Loading<W> loading) {}

    /** Loads what is compared. */
    @FunctionalInterface
    interface Loading<W> {
        List<W> run(PeersSite site, Consumer<String> progress) throws IOException, InterruptedException;
    }

    /**
     * Measures.
     *
     * @param wanted which Redis
     * @param countermeasures against the noise of the machine
     * @param command does the same again
     * @param directory takes what the processes print
     * @param progress takes plain lines
     */
    static <W> MeasuredWindows<W> measure(
            Comparison<W> comparison,
            RedisOption wanted,
            Countermeasures countermeasures,
            String command,
            Path directory,
            Consumer<String> progress)
            throws IOException, InterruptedException {
        InstantSource clock = InstantSource.system();
        Instant start = clock.instant();
        Machine machine = Wiring.thisMachine();
        CorePlan plan = CorePlan.of(machine.cpus(), machine.canPin(), 0);
        try (CoreWatch watch = Wiring.watch(machine, countermeasures, directory);
                RunningRedis redis = RedisSource.open(wanted.pinnedTo(plan.redisCpus()))) {
            CorePlan cores = Wiring.coresWith(redis, plan);
            Wiring.tell(watch, redis, progress);
            progress.accept("cores: " + cores.sentence());
            progress.accept(Wiring.estimate(comparison.estimate()));
            comparison.seed().accept(RedisSettings.of(redis.uri()));
            PeersSite site = new PeersSite(
                    Wiring.javaCommand(),
                    cores,
                    machine.cpus(),
                    redis.uri(),
                    redis.processId(),
                    directory.toAbsolutePath(),
                    watch);
            watch.compactMemory();
            List<W> windows = comparison.loading().run(site, progress);
            return new MeasuredWindows<>(
                    new Setup(
                            start.truncatedTo(ChronoUnit.SECONDS).toString(),
                            Duration.between(start, clock.instant()).toMillis() / 1000.0,
                            command,
                            describe(machine),
                            System.getProperty("java.vm.version"),
                            cores.sentence() + "; " + watch.description(),
                            "Redis " + redis.version()),
                    windows);
        }
    }

    private static String describe(Machine machine) {
        return machine.cpus().size() + " cores of " + processor() + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.version");
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("an unnamed processor");
        } catch (IOException e) {
            return "an unnamed processor";
        }
    }
}
