package dev.multipool.perf.app;

import dev.multipool.perf.peers.PeerWindow;
import dev.multipool.perf.peers.PeersExperiment;
import dev.multipool.perf.peers.PeersResult;
import dev.multipool.perf.peers.PeersResult.Setup;
import dev.multipool.perf.peers.PeersSettings;
import dev.multipool.perf.peers.PeersSite;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.Machine;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.redis.source.RunningRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;

/** Puts a comparison together: its Redis with the users, its cores, its processes. */
final class PeersWiring {
    private PeersWiring() {}

    static PeersResult measure(
            PeersSettings settings,
            RedisSourceSettings source,
            String command,
            Path directory,
            Consumer<String> progress)
            throws IOException, InterruptedException {
        InstantSource clock = InstantSource.system();
        Instant start = clock.instant();
        Machine machine = Wiring.thisMachine();
        CorePlan plan = CorePlan.of(machine.cpus(), machine.canPin(), 0);
        try (RunningRedis redis = RedisSource.open(source.withCpus(plan.redisCpus()))) {
            CorePlan cores = Wiring.coresWith(redis, plan);
            progress.accept(redis.description());
            progress.accept("cores: " + cores.sentence());
            progress.accept(Wiring.estimate(settings.estimate()));
            new UserSeeder(RedisSettings.of(redis.uri()))
                    .seed(settings.usersSeeded(), Wiring.SAMPLE_SEED, seeding -> {});
            PeersSite site = new PeersSite(
                    Wiring.javaCommand(),
                    cores,
                    machine.cpus(),
                    redis.uri(),
                    redis.processId(),
                    directory.toAbsolutePath());
            try (PeersExperiment experiment = new PeersExperiment(settings, site, progress)) {
                List<PeerWindow> windows = experiment.run();
                Setup setup = new Setup(
                        start.truncatedTo(ChronoUnit.SECONDS).toString(),
                        Duration.between(start, clock.instant()).toMillis() / 1000.0,
                        command,
                        describe(machine),
                        System.getProperty("java.vm.version"),
                        cores.sentence(),
                        "Redis " + redis.version());
                return new PeersResult(setup, windows);
            }
        }
    }

    static String describe(Machine machine) {
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
