package dev.multipool.perf.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Demand.Arrivals;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.result.Verdict;
import dev.multipool.laboratory.result.Verdict.Cause;
import dev.multipool.laboratory.result.Verdict.Measure;
import dev.multipool.laboratory.sampling.RunProfile;
import dev.multipool.perf.service.QueryItemsCalls;
import dev.multipool.rpc.protocol.proxy.FaultProxy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private static final int ATTEMPTS = 4;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path directory;

    private static @Nullable PlantedRuns runs;

    @BeforeAll
    static void openRedis() throws InterruptedException {
        runs = new PlantedRuns(directory);
    }

    @AfterAll
    static void closeRedis() {
        if (runs != null) {
            runs.close();
        }
    }

    /** However slow the machine is: users that think leave cores and threads idle most of the time. */
    @Test
    @Tag("full")
    void aSelectPoolThatIsTooLarge_isCalledOversized() throws InterruptedException {
        LabRun run = runs().run(
                        runs().uri(),
                        PlantedRuns.SMALL,
                        QueryItemsCalls.commonSelect(
                                PlantedRuns.OPTIONS.servers(), 8, 64, Map.of("mock.delay", "constant:2ms")),
                        QueryItemsCalls.of(PlantedRuns.OPTIONS.load()).with(new ClosedLoop(2, 0.03, 0.01)));

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
                runs().uri(),
                QueryItemsCalls.commonSelect(
                        PlantedRuns.OPTIONS.servers(), 8, 1, Map.of("mock.delay", "constant:20ms")),
                QueryItemsCalls.of(PlantedRuns.OPTIONS.load()).with(new ClosedLoop(4, 0, 0.01)));

        assertThat(run.details().diagnosis().get(0))
                .returns(Cause.POOL_TOO_SMALL, Verdict::cause)
                .returns("select", Verdict::pool)
                .returns(1.0, verdict -> verdict.figures().get(Measure.THREADS));
    }

    @Test
    @Tag("full")
    void aSlowRedis_isTheLimit() throws InterruptedException, IOException {
        try (FaultProxy slow =
                new FaultProxy(runs().uri().getHost(), runs().uri().getPort())) {
            slow.applyToAllConnections((bytes, caller) -> {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(15));
                caller.write(bytes);
            });
            LabRun run = steadyRun(
                    URI.create("redis://127.0.0.1:" + slow.port()),
                    PlantedRuns.OPTIONS.servers().variant("slow redis", "fixed:threads=4,queue=100"),
                    PlantedRuns.OPTIONS.load());

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
                runs().uri(),
                PlantedRuns.OPTIONS
                        .servers()
                        .variant("computes", "fixed:threads=4,queue=100")
                        .with(Map.of("methods.find-user-info.cpu", "5ms")),
                PlantedRuns.OPTIONS.load());

        assertThat(run.details().diagnosis().get(0))
                .extracting(Verdict::cause)
                .isIn(Cause.SERVER_CORES, Cause.SERVER_STARVED);
    }

    @Test
    @Tag("full")
    void aGeneratorThatIsTooSlow_isTheLimit_andNotTheServer() throws InterruptedException {
        // interpreted code is too slow for this rate on any machine
        LabRun run = runs().run(
                        runs().uri(),
                        List.of("-Xint"),
                        PlantedRuns.OPTIONS.servers().variant("light", "fixed:threads=8,queue=1000"),
                        PlantedRuns.OPTIONS.load().with(new OpenLoop(40_000, Arrivals.POISSON, 1_000)));

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

    private static PlantedRuns runs() {
        return Objects.requireNonNull(runs);
    }

    /** A run whose generator says that the machine held it up is told as that, rightly, and is made again. */
    private static LabRun steadyRun(URI from, Variant variant, Load load) throws InterruptedException {
        LabRun run = runs().run(from, PlantedRuns.SMALL, variant.withProfiler(), load);
        for (int attempt = 1; attempt < ATTEMPTS && heldUp(run); attempt++) {
            run = runs().run(from, PlantedRuns.SMALL, variant.withProfiler(), load);
        }
        return run;
    }

    private static boolean heldUp(LabRun run) {
        Cause limit = run.details().diagnosis().get(0).cause();
        return limit == Cause.GENERATOR_CORES || limit == Cause.GENERATOR_COMPLAINT;
    }
}
