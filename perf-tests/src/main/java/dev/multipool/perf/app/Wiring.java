package dev.multipool.perf.app;

import dev.multipool.perf.ThreeProcesses;
import dev.multipool.perf.ThreeProcesses.Site;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.CpuMeter;
import dev.multipool.perf.process.JavaCommand;
import dev.multipool.perf.process.Machine;
import dev.multipool.perf.result.LabResult;
import dev.multipool.perf.result.LabResult.RedisUsed;
import dev.multipool.perf.result.LabResult.Setup;
import dev.multipool.perf.result.LabRun;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.source.RedisKind;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RunningRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The composition root: the one place that knows which parts make a laboratory. */
final class Wiring {
    private static final Path PROC = Path.of("/proc");
    /** Contents of the sample users; any number does, the same one makes the same users. */
    private static final long SAMPLE_SEED = 42;
    /** Fixed, so that a run does not depend on how much memory the machine has. */
    private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m");

    private static final int FIRST_JDK_THAT_WARNS = 24;

    private Wiring() {}

    static Machine thisMachine() {
        return Machine.look(
                PROC,
                System.getenv().getOrDefault("PATH", ""),
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * Opens a Redis, seeds it, and makes the runs of the job.
     *
     * @param directory takes what the processes leave
     * @param progress takes plain lines
     */
    static LabResult measure(Job job, Path directory, Consumer<String> progress) throws InterruptedException {
        InstantSource clock = InstantSource.system();
        Instant start = clock.instant();
        try (RunningRedis redis = RedisSource.open(job.redis())) {
            CorePlan cores = coresWith(redis, job.cores());
            progress.accept(redis.description());
            progress.accept("cores: " + cores.sentence());
            progress.accept(estimate(job.experiment().estimate()));
            new UserSeeder(RedisSettings.of(redis.uri())).seed(job.usersSeeded(), SAMPLE_SEED, seeding -> {});
            Site site = new Site(
                    javaCommand(),
                    javaCommand(),
                    cores,
                    new CpuMeter(PROC, job.machine().cpus()),
                    redis.uri(),
                    redis.processId(),
                    directory.toAbsolutePath());
            List<LabRun> runs = job.experiment().run(new ThreeProcesses(site), progress);
            Setup setup = new Setup(
                    start.truncatedTo(ChronoUnit.SECONDS).toString(),
                    Duration.between(start, clock.instant()).toMillis() / 1000.0,
                    job.command(),
                    cores,
                    new RedisUsed(redis.kind().name().toLowerCase(Locale.ROOT), redis.version(), redis.description()));
            return LabResult.of(job.experiment().name(), job.objective(), setup, runs);
        }
    }

    private static CorePlan coresWith(RunningRedis redis, CorePlan cores) {
        return redis.kind() == RedisKind.GIVEN && cores.redisCpus() != null
                ? cores.withRedisNotPinned("it was given and keeps the cores it has")
                : cores;
    }

    private static String estimate(Duration estimate) {
        return String.format(
                Locale.ROOT, "this takes about %d min %02d s", estimate.toMinutes(), estimate.toSecondsPart());
    }

    private static JavaCommand javaCommand() {
        List<String> jdkFlags = Runtime.version().feature() >= FIRST_JDK_THAT_WARNS
                ? List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
                : List.of();
        return new JavaCommand(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                Stream.concat(HEAP.stream(), jdkFlags.stream()).toList());
    }
}
