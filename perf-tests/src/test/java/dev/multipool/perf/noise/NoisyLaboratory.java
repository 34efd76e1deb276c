package dev.multipool.perf.noise;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.machine.CoreWatch;
import dev.multipool.laboratory.machine.Countermeasures;
import dev.multipool.laboratory.machine.Wanted;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.CpuMeter;
import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PoolSettings;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunSite;
import dev.multipool.laboratory.run.ServiceRuns;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.perf.own.OwnServer;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The laboratory's own processes, as its main job starts them, for tests that disturb them. */
final class NoisyLaboratory implements AutoCloseable {
    private static final Load LOAD = new Load(new Demand.ClosedLoop(24, 0, 0.01), Map.of(), 4, 8, 5, 2, 10_000, null);
    private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m");

    private final List<Integer> cpus;
    private final RunningRedis redis;
    private final CoreWatch watch;
    private final ServiceRuns processes;
    private int number;

    private NoisyLaboratory(List<Integer> cpus, RunningRedis redis, CoreWatch watch, ServiceRuns processes) {
        this.cpus = cpus;
        this.redis = redis;
        this.watch = watch;
        this.processes = processes;
    }

    static NoisyLaboratory start(Path directory) throws InterruptedException {
        return start(directory, Wanted.AUTO);
    }

    static NoisyLaboratory start(Path directory, Wanted compactMemory) throws InterruptedException {
        String path = System.getenv().getOrDefault("PATH", "");
        Machine machine = Machine.look(CpuQuota.PROC, path, Runtime.getRuntime().availableProcessors());
        CorePlan cores = CorePlan.of(machine.cpus(), machine.canPin(), 0);
        JavaCommand java = new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), HEAP);
        CoreWatch watch = CoreWatch.start(
                java,
                CoreWatch.Order.of(machine.cpus(), new Countermeasures(Wanted.ON, compactMemory), path),
                directory);
        RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.parse("embedded"))
                .cpus(cores.redisCpus())
                .build());
        new UserSeeder(RedisSettings.of(redis.uri())).seed(10_000, 42, seeding -> {});
        RunSite site = new RunSite(
                java.with(List.of("-XX:+UseSerialGC", "-Xmn384m", "-XX:+AlwaysPreTouch", "-XX:MetaspaceSize=128m")),
                cores,
                new CpuMeter(CpuQuota.PROC, machine.cpus()),
                redis.processId(),
                directory.toAbsolutePath(),
                Objective.tp99Below(Duration.ofMillis(10)),
                watch);
        ServiceRuns processes = new ServiceRuns(site, new OwnServer(java, redis.uri(), site));
        return new NoisyLaboratory(machine.cpus(), redis, watch, processes);
    }

    /** One window of a fixed business pool, on processes that stay. */
    LabRun measure(int threads, Demand demand) throws InterruptedException {
        return measure("noise", threads, demand);
    }

    /** The same in a stage of its own. */
    LabRun measure(String stage, int threads, Demand demand) throws InterruptedException {
        number++;
        Variant variant = Variant.of("fixed " + threads, MadeUpResults.business(threads, 1000))
                .with(Map.of("server.event-loops", "1"));
        return processes.run(new Trial(
                number,
                1,
                new RunSettings(
                        new PointPosition(stage, "threads", String.valueOf(threads)),
                        variant,
                        LOAD.with(demand),
                        List.of()),
                Trial.Processes.STAYING));
    }

    /** Those of the machine. */
    List<Integer> cpus() {
        return cpus;
    }

    /** All that is measured, and the helper that meters it. */
    List<Long> measuredProcesses() {
        long own = ProcessHandle.current().pid();
        return processes.pids().stream().filter(pid -> pid != own).toList();
    }

    /** The server alone. */
    long server() {
        return processes.pids().stream()
                .filter(NoisyLaboratory::isServer)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isServer(long pid) {
        try {
            // whole, other than in ProcessHandle.Info: a class path is long
            return Files.readString(CpuQuota.PROC.resolve(Long.toString(pid)).resolve("cmdline"))
                    .contains(OwnServer.MAIN_CLASS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long redis() {
        return redis.processId().orElseThrow();
    }

    @Override
    public void close() {
        processes.close();
        watch.close();
        redis.close();
    }

    /** The business pool of a window. */
    static PoolSettings pool(LabRun run) {
        return run.settings().requirePool();
    }
}
