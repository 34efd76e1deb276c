package dev.multipool.perf.app;

import dev.multipool.perf.nested.NestedExperiment;
import dev.multipool.perf.nested.NestedSettings;
import dev.multipool.perf.nested.NestedWindow;
import dev.multipool.perf.nested.flow.ItemSteps;
import dev.multipool.perf.peers.PeersResult.Setup;
import dev.multipool.perf.peers.PeersSite;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.Machine;
import dev.multipool.redis.ItemSeeder;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.redis.source.RunningRedis;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;

/** Puts the comparison of nested fan-outs together: its Redis with the items, its cores, its processes. */
final class NestedWiring {
    private NestedWiring() {}

    /** What was measured, and how. */
    record Outcome(Setup setup, List<NestedWindow> windows) {}

    static Outcome measure(
            NestedSettings settings,
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
            new ItemSeeder(RedisSettings.of(redis.uri()), ItemSteps.QUERIES)
                    .seed(NestedSettings.ITEMS_SEEDED, Wiring.SAMPLE_SEED, seeding -> {});
            PeersSite site = new PeersSite(
                    Wiring.javaCommand(),
                    cores,
                    machine.cpus(),
                    redis.uri(),
                    redis.processId(),
                    directory.toAbsolutePath());
            try (NestedExperiment experiment = new NestedExperiment(settings, site, Wiring.SAMPLE_SEED, progress)) {
                List<NestedWindow> windows = experiment.run();
                return new Outcome(
                        new Setup(
                                start.truncatedTo(ChronoUnit.SECONDS).toString(),
                                Duration.between(start, clock.instant()).toMillis() / 1000.0,
                                command,
                                PeersWiring.describe(machine),
                                System.getProperty("java.vm.version"),
                                cores.sentence(),
                                "Redis " + redis.version()),
                        windows);
            }
        }
    }
}
