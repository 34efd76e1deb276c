package dev.multipool.perf.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.machine.CoreWatch;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.CpuMeter;
import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.result.Demand.Arrivals;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.result.Verdict;
import dev.multipool.laboratory.result.Verdict.Cause;
import dev.multipool.laboratory.result.Verdict.Measure;
import dev.multipool.laboratory.run.RunSite;
import dev.multipool.laboratory.run.ServiceRuns;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.sampling.RunProfile;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.QueryItemsCalls;
import dev.multipool.perf.service.ServerTemplate;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.rpc.protocol.proxy.FaultProxy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real runs with one cause planted in each: the diagnosis alone has to name it. */
@Tag("once")
class PlantedCausesIT {
    /** Little memory, and little compiling: they start and warm up in half the time. */
    private static final List<String> SMALL = List.of("-Xms128m", "-Xmx256m", "-XX:TieredStopAtLevel=1");

    private static final ExperimentOptions OPTIONS = new ExperimentOptions(
            List.of(),
            new Load(new ClosedLoop(8, 0, 0.01), Map.of(), 2, 0.5, 2, 10, 100, null),
            1,
            new ServerTemplate( // a machine that stands still is not what is planted
                    Map.of("redis.command-timeout", "10s"), null));
    private static final int ATTEMPTS = 4;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path directory;

    private static @Nullable RunningRedis redis;

    @BeforeAll
    static void openRedis() throws InterruptedException {
        redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.parse("embedded"))
                .build());
        new UserSeeder(RedisSettings.of(redis.uri())).seed(100, 42, seeding -> {});
    }

    @AfterAll
    static void closeRedis() {
        if (redis != null) {
            redis.close();
        }
    }

    /** However slow the machine is: users that think leave cores and threads idle most of the time. */
    @Test
    @Tag("full")
    void aSelectPoolThatIsTooLarge_isCalledOversized() throws InterruptedException {
        LabRun run = run(
                uri(),
                SMALL,
                QueryItemsCalls.commonSelect(OPTIONS.servers(), 8, 64, Map.of("mock.delay", "constant:2ms")),
                QueryItemsCalls.of(OPTIONS.load()).with(new ClosedLoop(2, 0.03, 0.01)));

        assertThat(run.details().diagnosis()).anySatisfy(verdict -> assertThat(verdict)
                .returns(Cause.POOL_OVERSIZED, Verdict::cause)
                .returns("select", Verdict::pool)
                .satisfies(found -> assertThat(found.figures())
                        .containsKeys(Measure.IDLE_SHARE, Measure.THREADS, Measure.THREADS_ENOUGH)));
    }

    @Test
    @Tag("full")
    void aSelectPoolThatIsTooSmall_isTheLimit() throws InterruptedException {
        LabRun run = steadyRun(
                uri(),
                QueryItemsCalls.commonSelect(OPTIONS.servers(), 8, 1, Map.of("mock.delay", "constant:20ms")),
                QueryItemsCalls.of(OPTIONS.load()).with(new ClosedLoop(4, 0, 0.01)));

        assertThat(run.details().diagnosis().get(0))
                .returns(Cause.POOL_TOO_SMALL, Verdict::cause)
                .returns("select", Verdict::pool)
                .returns(1.0, verdict -> verdict.figures().get(Measure.THREADS));
    }

    @Test
    void aSlowRedis_isTheLimit() throws InterruptedException, IOException {
        try (FaultProxy slow = new FaultProxy(uri().getHost(), uri().getPort())) {
            slow.applyToAllConnections((bytes, caller) -> {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(15));
                caller.write(bytes);
            });
            LabRun run = steadyRun(
                    URI.create("redis://127.0.0.1:" + slow.port()),
                    OPTIONS.servers().variant("slow redis", "fixed:threads=4,queue=100"),
                    OPTIONS.load());

            assertThat(run.details().diagnosis().get(0))
                    .returns(Cause.REDIS, Verdict::cause)
                    .returns("business", Verdict::pool);
            assertSlowCallsAreDrawn(run);
        }
    }

    @Test
    @Tag("full")
    void aHandlerThatComputes_makesTheServerCpuBound() throws InterruptedException {
        LabRun run = steadyRun(
                uri(),
                OPTIONS.servers()
                        .variant("computes", "fixed:threads=4,queue=100")
                        .with(Map.of("methods.find-user-info.cpu", "5ms")),
                OPTIONS.load());

        assertThat(run.details().diagnosis().get(0))
                .extracting(Verdict::cause)
                .isIn(Cause.SERVER_CORES, Cause.SERVER_STARVED);
    }

    @Test
    @Tag("full")
    void aGeneratorThatIsTooSlow_isTheLimit_andNotTheServer() throws InterruptedException {
        // interpreted code is too slow for this rate on any machine
        LabRun run = run(
                uri(),
                List.of("-Xint"),
                OPTIONS.servers().variant("light", "fixed:threads=8,queue=1000"),
                OPTIONS.load().with(new OpenLoop(40_000, Arrivals.POISSON, 1_000)));

        assertThat(run.details().diagnosis().get(0))
                .extracting(Verdict::cause)
                .isIn(Cause.GENERATOR_CORES, Cause.GENERATOR_COMPLAINT);
    }

    /** Every call of the run broke the objective, so the graph of only such calls has what they waited for. */
    private static void assertSlowCallsAreDrawn(LabRun run) {
        RunProfile profile = Objects.requireNonNull(run.details().profile());
        assertThat(profile.notDrawn()).isEmpty();
        assertThat(profile.flames())
                .filteredOn(flame -> flame.title().startsWith("wall clock, only calls above 10 ms"))
                .singleElement()
                .satisfies(flame -> assertThat(directory.resolve(flame.file()))
                        .content()
                        .contains("redis/LettuceReads.await")); // names share their beginnings there
    }

    private static URI uri() {
        if (redis == null) {
            throw new IllegalStateException("no Redis");
        }
        return redis.uri();
    }

    /** A run whose generator says that the machine held it up is told as that, rightly, and is made again. */
    private static LabRun steadyRun(URI from, Variant variant, Load load) throws InterruptedException {
        LabRun run = run(from, SMALL, variant, load);
        for (int attempt = 1; attempt < ATTEMPTS && heldUp(run); attempt++) {
            run = run(from, SMALL, variant, load);
        }
        return run;
    }

    private static boolean heldUp(LabRun run) {
        Cause limit = run.details().diagnosis().get(0).cause();
        return limit == Cause.GENERATOR_CORES || limit == Cause.GENERATOR_COMPLAINT;
    }

    private static LabRun run(URI from, List<String> generatorFlags, Variant variant, Load load)
            throws InterruptedException {
        Machine machine = Machine.look(
                CpuQuota.PROC,
                System.getenv().getOrDefault("PATH", ""),
                Runtime.getRuntime().availableProcessors());
        CorePlan cores = CorePlan.of(machine.cpus(), machine.canPin(), 0).withRedisNotPinned("this is a test");
        String classPath = System.getProperty("java.class.path");
        RunSite site = new RunSite(
                new JavaCommand(Jdk.running(), classPath, generatorFlags),
                cores,
                new CpuMeter(CpuQuota.PROC, machine.cpus()),
                redis == null ? OptionalLong.empty() : redis.processId(),
                directory,
                Objective.tp99Below(Duration.ofMillis(10)),
                CoreWatch.none());
        JavaCommand java = new JavaCommand(Jdk.running(), classPath, SMALL);
        try (ServiceRuns processes = new ServiceRuns(site, new OwnServer(java, from, site))) {
            return processes.run(new Trial(
                    1,
                    1,
                    new RunSettings(
                            new PointPosition("planted", "cause", variant.name()),
                            variant.withProfiler(),
                            load,
                            List.of())));
        }
    }
}
