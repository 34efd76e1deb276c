package dev.multipool.perf.own;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.machine.CoreWatch;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.CpuMeter;
import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunSite;
import dev.multipool.laboratory.run.ServiceRuns;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.ServerTemplate;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes short runs of our own server, in each of which something is planted. It has a Redis of its own. */
final class PlantedRuns implements AutoCloseable {
    /** Little memory, and little compiling: they start and warm up in half the time. */
    static final List<String> SMALL = List.of("-Xms128m", "-Xmx256m", "-XX:TieredStopAtLevel=1");

    static final ExperimentOptions OPTIONS = new ExperimentOptions(
            List.of(),
            new Load(new ClosedLoop(8, 0, 0.01), Map.of(), 2, 0.5, 2, 10, 100, null),
            1,
            new ServerTemplate( // a machine that stands still is not what is planted
                    Map.of("redis.command-timeout", "10s", "server.warm-up", "0ms"), null));

    private final Path directory;
    private final RunningRedis redis;
    private final Machine machine = Machine.look(
            CpuQuota.PROC,
            System.getenv().getOrDefault("PATH", ""),
            Runtime.getRuntime().availableProcessors());
    private final CorePlan cores =
            CorePlan.of(machine.cpus(), machine.canPin(), 0).withRedisNotPinned("this is a test");

    /**
     * Starts Redis.
     *
     * @param directory where runs leave what they write
     */
    PlantedRuns(Path directory) throws InterruptedException {
        this.directory = directory;
        redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.parse("embedded"))
                .build());
        new UserSeeder(RedisSettings.of(redis.uri())).seed(100, 42, seeding -> {});
    }

    URI uri() {
        return redis.uri();
    }

    /** The server's, as {@code taskset} takes them. */
    String serverCpus() {
        return Objects.requireNonNull(cores.pinnedCpus(), "cores that can be pinned");
    }

    /**
     * Makes one run.
     *
     * @param from the server's Redis
     * @param generatorFlags of its JVM
     */
    LabRun run(URI from, List<String> generatorFlags, Variant variant, Load load) throws InterruptedException {
        String classPath = System.getProperty("java.class.path");
        RunSite site = new RunSite(
                new JavaCommand(Jdk.running(), classPath, generatorFlags),
                cores,
                new CpuMeter(CpuQuota.PROC, machine.cpus()),
                redis.processId(),
                directory,
                Objective.tp99Below(Duration.ofMillis(10)),
                CoreWatch.none());
        JavaCommand java = new JavaCommand(Jdk.running(), classPath, SMALL);
        try (ServiceRuns processes = new ServiceRuns(site, new OwnServer(java, from, site))) {
            return processes.run(new Trial(
                    1,
                    1,
                    new RunSettings(new PointPosition("planted", "cause", variant.name()), variant, load, List.of())));
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
