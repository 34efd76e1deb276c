package dev.multipool.bench.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.bench.call.OwnCall;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep of a server that is a process of its own. */
class PoolSweepIT {
    private static final OwnCall<FindUserInfoRequest, FindUserInfoResponse> CALL = new OwnCall<>(
            UserServiceMethods.FIND_USER_INFO,
            random -> FindUserInfoRequest.newBuilder()
                    .setUserId(random.nextInt(1, 100))
                    .build(),
            response -> true);

    @TempDir
    private Path directory;

    @Test
    void run_measuresEachPool_forwardsThenBackwards() throws Exception {
        SweepSettings settings = settings("--sizes", "1,4", "--objective", "tp99<5s");
        List<String> lines = new ArrayList<>();

        SweepResult result = sweep(settings).run(CALL, directory, lines::add);

        assertThat(result.runs())
                .extracting(SweepRun::pool)
                .containsExactly(
                        "fixed:threads=1,queue=1000",
                        "fixed:threads=4,queue=1000",
                        "fixed:threads=4,queue=1000",
                        "fixed:threads=1,queue=1000");
        assertThat(result.runs()).allSatisfy(run -> {
            assertThat(run.result().counts().errors()).isEmpty();
            assertThat(run.result().noise().raw().calls()).isPositive();
        });
        // the scripted answer takes at least so long
        assertThat(result.runs().get(0).result().noise().raw().responseTime().p50Millis())
                .isGreaterThan(39);
        assertThat(lines).hasSize(4);
        assertThat(result.csv().lines()).hasSize(5);
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
                new ArrayList<>(List.of("--users", "4", "--connections", "2", "--warmup", "1s", "--duration", "1s"));
        all.addAll(List.of(arguments));
        return SweepSettings.parse(all);
    }

    private static List<String> server(String pool) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                SweptServer.class.getName(),
                pool);
    }
}
