package dev.multipool.perf.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.machine.CoreWatch;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.CpuMeter;
import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ServerProcess;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunSite;
import dev.multipool.laboratory.run.ServiceRuns;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.Trial.Processes;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.limiter.PublishedLimit;
import dev.multipool.perf.service.QueryItemsCalls;
import dev.multipool.perf.service.ServerTemplate;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real runs in processes that stay from run to run. */
@Tag("once")
class OwnServerIT {
    /** Little memory, and little compiling: they start and warm up in half the time. */
    private static final List<String> SMALL = List.of("-Xms128m", "-Xmx256m", "-XX:TieredStopAtLevel=1");

    private static final ExperimentOptions OPTIONS = new ExperimentOptions(
            List.of(),
            new Load(new ClosedLoop(8, 0, 0.01), Map.of(), 2, 0.2, 2, 10, 100, null),
            1,
            new ServerTemplate( // a machine that stands still is not what is tested
                    Map.of("redis.command-timeout", "10s", "server.warm-up", "0ms"), null));

    private static final Variant FOUR = OPTIONS.servers().variant("4", "fixed:threads=4,queue=100");
    private static final Load USERS =
            OPTIONS.load().with(new ClosedLoop(3, 0, 0.01)).lasting(0.2, 1);

    private static @Nullable RunningRedis redis;

    private final Path directory;
    private final Set<Long> before = children();

    OwnServerIT(@TempDir Path directory) {
        this.directory = directory;
    }

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

    @AfterEach
    void nothingIsLeft() {
        assertThat(without(before, children())).isEmpty();
    }

    @Test
    @Timeout(180)
    void keptProcesses_resizeTheirPoolsFromRunToRun_aServerThatDiffersInMoreGetsItsOwn() throws InterruptedException {
        try (ServiceRuns processes = runs()) {
            LabRun first = processes.run(kept(1, FOUR, USERS));
            Set<Long> began = children();
            LabRun second = processes.run(kept(
                    2,
                    OPTIONS.servers().variant("9", "fixed:threads=9,queue=50"),
                    USERS.with(new ClosedLoop(8, 0, 0.01))));

            assertThat(children()).isEqualTo(began);
            assertThat(without(before, began)).hasSize(2);
            assertThat(first.details().earlierRuns()).isZero();
            assertThat(second.details().earlierRuns()).isOne();
            assertThat(List.of(first, second)).allSatisfy(run -> {
                assertThat(run.figures().counts().calls()).isPositive();
                assertThat(run.figures().errorCount()).isZero();
            });
            assertThat(spec(first)).startsWith("fixed:threads=4,").contains("queue=100");
            assertThat(spec(second)).startsWith("fixed:threads=9,").contains("queue=50");

            LabRun async =
                    processes.run(kept(3, FOUR.with(Map.of("methods.find-user-info.execution", "async")), USERS));

            assertThat(async.details().earlierRuns()).isZero();
            assertThat(without(before, children())).hasSize(3).containsAll(without(before, began));
            LabRun back = processes.run(kept(4, FOUR, USERS));
            assertThat(back.details().earlierRuns()).isEqualTo(2);
        }
    }

    @Test
    @Tag("full")
    @Timeout(180)
    void aServerBehindAPublishedLimit_rejectsWhatIsBeyondIt() throws InterruptedException {
        try (ServiceRuns processes = runs()) {
            LabRun run = processes.run(kept(1, FOUR.with(Map.of(OwnServer.LIMITER, PublishedLimit.fixed(1))), USERS));

            assertThat(run.figures().counts().calls()).isPositive();
            assertThat(run.figures().counts().errors()).containsOnlyKeys("ELIMIT");
        }
    }

    @Test
    @Timeout(180)
    void freshProcesses_haveTheirServerForUsersAndForARate_andShareTheirGenerators() throws InterruptedException {
        try (ServiceRuns processes = runs()) {
            LabRun first = processes.run(fresh(1, FOUR, USERS));
            LabRun atRate = processes.run(fresh(2, FOUR, USERS.with(new OpenLoop(100, Demand.Arrivals.POISSON, 100))));

            assertThat(first.details().earlierRuns()).isZero();
            assertThat(atRate.details().earlierRuns()).isOne();
            assertThat(atRate.figures().counts().calls()).isPositive();
            assertThat(without(before, children()))
                    .describedAs("one server, a generator for users and one for a rate")
                    .hasSize(3);
            assertThat(processes.countReady(
                            fresh(9, FOUR, USERS.lasting(0.2, 2)).settings()))
                    .isOne();
            assertThat(processes.countReady(
                            fresh(9, FOUR, QueryItemsCalls.of(USERS)).settings()))
                    .describedAs("compiled for other calls")
                    .isZero();
            assertThat(processes.countReady(first.settings())).isEqualTo(first.isValid() ? 0 : 1);
        }
    }

    @Test
    @Tag("full")
    @Timeout(180)
    void freshProcesses_haveEachSettingOnce_andServeTheStayingOnes() throws InterruptedException {
        try (ServiceRuns processes = runs()) {
            LabRun first = processes.run(fresh(1, FOUR, USERS));
            boolean isAgain = first.isValid();
            LabRun second = processes.run(fresh(2, FOUR, USERS));
            assertThat(second.details().earlierRuns()).isEqualTo(isAgain ? 0 : 1);
            assertThat(without(before, children())).hasSize(isAgain ? 3 : 2);

            LabRun staying = processes.run(kept(3, FOUR, USERS));
            assertThat(staying.details().earlierRuns()).isPositive();
        }
    }

    @Test
    void start_ofAServerThatRefusesItsSettings_failsWithItsLastLines() {
        JavaCommand java = new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), SMALL);

        assertThatExceptionOfType(ProcessFailedException.class)
                .isThrownBy(() -> ServerProcess.start(
                        java,
                        null,
                        null,
                        OwnServer.MAIN_CLASS,
                        List.of("--set", "pools.busyness"),
                        directory.resolve("server.log")))
                .withMessageStartingWith("server ended with exit code 2 instead of serving; last lines of ")
                .withMessageContaining("pools.busyness");
    }

    private static String spec(LabRun run) {
        return run.server().pools().stream()
                .filter(pool -> pool.pool().equals("business"))
                .map(pool -> pool.spec())
                .findFirst()
                .orElse("");
    }

    private static Set<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    private static Set<Long> without(Set<Long> others, Set<Long> pids) {
        return pids.stream().filter(pid -> !others.contains(pid)).collect(Collectors.toSet());
    }

    private static Trial kept(int number, Variant variant, Load load) {
        return trial(number, variant, load, Processes.STAYING);
    }

    private static Trial fresh(int number, Variant variant, Load load) {
        return trial(number, variant, load, Processes.FRESH);
    }

    private static Trial trial(int number, Variant variant, Load load, Processes processes) {
        return new Trial(
                number,
                1,
                new RunSettings(new PointPosition("trial", "server", variant.name()), variant, load, List.of()),
                processes);
    }

    private ServiceRuns runs() {
        RunningRedis source = Objects.requireNonNull(redis);
        Machine machine = Machine.look(
                CpuQuota.PROC,
                System.getenv().getOrDefault("PATH", ""),
                Runtime.getRuntime().availableProcessors());
        JavaCommand java = new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), SMALL);
        RunSite site = new RunSite(
                java,
                CorePlan.of(machine.cpus(), machine.canPin(), 0).withRedisNotPinned("this is a test"),
                new CpuMeter(CpuQuota.PROC, machine.cpus()),
                source.processId(),
                directory,
                Objective.tp99Below(Duration.ofMillis(10)),
                CoreWatch.none());
        return new ServiceRuns(site, new OwnServer(java, source.uri(), site));
    }
}
