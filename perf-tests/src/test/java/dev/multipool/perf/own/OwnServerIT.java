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
import java.util.Set;
import java.util.stream.Collectors;
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
                    Map.of("redis.command-timeout", "10s"), null));

    private final Path directory;

    OwnServerIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    @Timeout(180)
    void keptProcesses_resizeTheirPoolsFromRunToRun_aServerThatDiffersInMoreGetsItsOwn() throws InterruptedException {
        Variant four = OPTIONS.servers().variant("4", "fixed:threads=4,queue=100");
        try (RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.parse("embedded"))
                .build())) {
            new UserSeeder(RedisSettings.of(redis.uri())).seed(100, 42, seeding -> {});
            Set<Long> before = children();
            RunSite site = site(redis);
            JavaCommand java = new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), SMALL);
            try (ServiceRuns processes = new ServiceRuns(site, new OwnServer(java, redis.uri(), site))) {
                LabRun first = processes.run(kept(1, four, 8));
                Set<Long> began = children();
                LabRun second = processes.run(kept(2, OPTIONS.servers().variant("9", "fixed:threads=9,queue=50"), 3));

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
                        processes.run(shortly(3, four.with(Map.of("methods.find-user-info.execution", "async"))));

                assertThat(async.details().earlierRuns()).isZero();
                assertThat(without(before, children())).hasSize(3).containsAll(without(before, began));
                LabRun back = processes.run(shortly(4, four));
                assertThat(back.details().earlierRuns()).isEqualTo(2);

                Variant limited = four.with(Map.of(OwnServer.LIMITER, PublishedLimit.fixed(1)));
                LabRun behindALimit = processes.run(shortly(5, limited));
                assertThat(behindALimit.details().earlierRuns()).isZero();
                assertThat(behindALimit.figures().counts().calls()).isPositive();
                assertThat(behindALimit.figures().counts().errors()).containsOnlyKeys("ELIMIT");
            }
            assertThat(without(before, children())).isEmpty();
        }
    }

    @Test
    @Timeout(180)
    void freshProcesses_haveEachSettingOnce_andShareTheirGenerators() throws InterruptedException {
        Variant four = OPTIONS.servers().variant("4", "fixed:threads=4,queue=100");
        Load users = OPTIONS.load().with(new ClosedLoop(3, 0, 0.01)).lasting(0.2, 1);
        Load rate = users.with(new OpenLoop(100, Demand.Arrivals.POISSON, 100));
        try (RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.parse("embedded"))
                .build())) {
            new UserSeeder(RedisSettings.of(redis.uri())).seed(100, 42, seeding -> {});
            Set<Long> before = children();
            RunSite site = site(redis);
            JavaCommand java = new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), SMALL);
            try (ServiceRuns processes = new ServiceRuns(site, new OwnServer(java, redis.uri(), site))) {
                LabRun first = processes.run(fresh(1, four, users));
                LabRun atRate = processes.run(fresh(2, four, rate));

                assertThat(first.details().earlierRuns()).isZero();
                assertThat(atRate.details().earlierRuns()).isOne();
                assertThat(atRate.figures().counts().calls()).isPositive();
                assertThat(without(before, children()))
                        .describedAs("one server, a generator for users and one for a rate")
                        .hasSize(3);
                assertThat(processes.countReady(
                                fresh(9, four, users.lasting(0.2, 2)).settings()))
                        .isOne();
                assertThat(processes.countReady(
                                fresh(9, four, QueryItemsCalls.of(users)).settings()))
                        .describedAs("compiled for other calls")
                        .isZero();
                RunSettings again = first.settings();
                boolean isAgain = first.isValid();
                assertThat(processes.countReady(again)).isEqualTo(isAgain ? 0 : 1);
                LabRun second = processes.run(fresh(3, four, users));
                assertThat(second.details().earlierRuns()).isEqualTo(isAgain ? 0 : 2);
                assertThat(without(before, children())).hasSize(isAgain ? 4 : 3);

                LabRun staying = processes.run(kept(4, four, users));
                assertThat(staying.details().earlierRuns()).isPositive();
            }
            assertThat(without(before, children())).isEmpty();
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

    /** One whose figures nobody reads. */
    private static Trial shortly(int number, Variant variant) {
        return kept(
                number, variant, OPTIONS.load().with(new ClosedLoop(3, 0, 0.01)).lasting(0.2, 1));
    }

    private static Trial kept(int number, Variant variant, int users) {
        return kept(number, variant, OPTIONS.load().with(new ClosedLoop(users, 0, 0.01)));
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

    private RunSite site(RunningRedis redis) {
        Machine machine = Machine.look(
                CpuQuota.PROC,
                System.getenv().getOrDefault("PATH", ""),
                Runtime.getRuntime().availableProcessors());
        String classPath = System.getProperty("java.class.path");
        return new RunSite(
                new JavaCommand(Jdk.running(), classPath, SMALL),
                CorePlan.of(machine.cpus(), machine.canPin(), 0).withRedisNotPinned("this is a test"),
                new CpuMeter(CpuQuota.PROC, machine.cpus()),
                redis.processId(),
                directory,
                Objective.tp99Below(Duration.ofMillis(10)),
                CoreWatch.none());
    }
}
