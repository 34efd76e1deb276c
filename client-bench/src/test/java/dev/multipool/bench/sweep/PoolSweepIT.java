package dev.multipool.bench.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.bench.baidustd.OwnCall;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A sweep of a server that is a process of its own. */
@Execution(ExecutionMode.CONCURRENT)
class PoolSweepIT {
    private static final OwnCall<FindUserInfoRequest, FindUserInfoResponse> CALL = new OwnCall<>(
            UserServiceMethods.FIND_USER_INFO,
            random -> FindUserInfoRequest.newBuilder()
                    .setUserId(random.nextInt(1, 100))
                    .build(),
            response -> true);

    @TempDir
    private Path directory;

    /** A sweep moves this JVM to cores of its own; the tests after this one get all of them back. */
    @AfterAll
    static void returnToAllCores() throws Exception {
        Process moved = new ProcessBuilder(
                        "taskset",
                        "-a",
                        "-p",
                        "-c",
                        "0-" + (Runtime.getRuntime().availableProcessors() - 1),
                        String.valueOf(ProcessHandle.current().pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        moved.waitFor(30, TimeUnit.SECONDS);
    }

    @Test
    void run_triesEachPool_forwardsThenBackwards() throws Exception {
        SweepSettings settings =
                settings("--sizes", "1,4", "--objective", "tp99<5s", "--warmup", "100ms", "--duration", "100ms");
        List<String> lines = new ArrayList<>();

        SweepResult result = sweep(settings).run(CALL, directory, lines::add);

        assertThat(result.runs())
                .extracting(SweepRun::pool)
                .containsExactly(
                        "fixed:threads=1,queue=1000",
                        "fixed:threads=4,queue=1000",
                        "fixed:threads=4,queue=1000",
                        "fixed:threads=1,queue=1000");
        assertThat(result.runs())
                .allSatisfy(run -> assertThat(run.result().counts().errors()).isEmpty());
        assertThat(lines).hasSize(4);
        assertThat(result.csv().lines()).hasSize(5);
    }

    @Test
    void run_measuresTheServerThatItStarted() throws Exception {
        SweepSettings settings = settings("--sizes", "1", "--objective", "tp99<5s", "--repeats", "1");

        SweepResult result = sweep(settings).run(CALL, directory, line -> {});

        LoadResult.Raw raw = result.runs().get(0).result().noise().raw();
        assertThat(raw.errors()).isEmpty();
        assertThat(raw.calls()).isPositive();
        // the scripted answer takes at least so long
        assertThat(raw.responseTime().p50Millis()).isGreaterThan(39);
    }

    @Test
    void run_answersThatAreNotRight_areErrorsAndHoldNoObjective() throws Exception {
        OwnCall<FindUserInfoRequest, FindUserInfoResponse> never =
                new OwnCall<>(CALL.method(), CALL.request(), response -> false);
        SweepSettings settings = settings("--sizes", "4", "--objective", "tp99<5s", "--repeats", "1");

        SweepResult result = sweep(settings).run(never, directory, line -> {});

        assertThat(result.runs().get(0).result().counts().calls()).isZero();
        assertThat(result.runs().get(0).result().errorCount()).isPositive();
        assertThat(result.answer()).isEmpty();
        assertThat(result.conclusion()).startsWith("no answer: ");
    }

    @Test
    void run_aServerThatEnds_isToldWithWhatItWrote() {
        SweepSettings settings = settings("--pools", "cached:max=4");

        assertThatThrownBy(() -> sweep(settings).run(CALL, directory, line -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected: a line 'listening on HOST:PORT'")
                .hasMessageEndingWith("its errors: pool: cached:max=4");
    }

    private static PoolSweep sweep(SweepSettings settings) {
        return new PoolSweep(settings, PoolSweepIT::server);
    }

    private static SweepSettings settings(String... arguments) {
        List<String> all =
                new ArrayList<>(List.of("--users", "4", "--connections", "2", "--warmup", "200ms", "--duration", "2s"));
        all.addAll(List.of(arguments));
        return SweepSettings.parse(all);
    }

    private static List<String> server(String pool) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SweptServer.class.getName(),
                pool);
    }
}
