package dev.multipool.bench.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.LoadResult;
import dev.multipool.bench.LoadResultJson;
import dev.multipool.rpc.client.ScriptedRpcServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainIT {
    @TempDir
    private Path directory = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void run_printsTheResultAndWritesItAsJson() throws Exception {
        Path json = directory.resolve("result.json");
        try (ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests()) {
            int exitCode = bench(
                    "run",
                    "--target=127.0.0.1:" + server.port(),
                    "--users=4",
                    "--connections=2",
                    "--warmup=1s",
                    "--duration=1s",
                    "--timeout=5s",
                    "--json=" + json);

            assertThat(exitCode).isZero();
        }

        LoadResult result = LoadResultJson.read(json);
        assertThat(result.calls()).isPositive();
        assertThat(result.plan().duration()).isEqualTo(Duration.ofSeconds(1));
        assertThat(out.toString()).contains("throughput", "TPS", "p99", "errors         none");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void run_nobodyListens_isOneLineAndExitCode1() {
        ScriptedRpcServer gone = ScriptedRpcServer.start();
        gone.close();

        int exitCode = bench("run", "--target=127.0.0.1:" + gone.port());

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("cannot connect to 127.0.0.1:" + gone.port() + ": Connection refused");
    }

    @Test
    void run_badDuration_isExitCode2() {
        int exitCode = bench("run", "--target=127.0.0.1:8000", "--duration=5");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString())
                .contains("--duration", "'5' (expected: a whole number and a unit, such as 500ms, 5s or 1m)");
    }

    @Test
    void run_planOutOfBounds_isExitCode2() {
        int exitCode = bench("run", "--target=127.0.0.1:8000", "--users=2", "--connections=4");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString()).startsWith("users: 2 (expected: >= connections: 4)");
    }

    @Test
    void run_withoutTarget_isExitCode2() {
        assertThat(bench("run")).isEqualTo(2);
        assertThat(err.toString()).contains("--target");
    }

    @Test
    void noCommand_isExitCode2() {
        assertThat(bench()).isEqualTo(2);
    }

    @Test
    void help_namesEveryOption() {
        assertThat(bench("run", "--help")).isZero();
        assertThat(out.toString())
                .contains("--target", "--users", "--connections", "--warmup", "--duration", "--timeout")
                .contains(
                        "--max-user-id",
                        "--seed",
                        "--server-pid",
                        "--event-loops",
                        "--json",
                        "--reject-backoff",
                        "--also-pid")
                .doesNotContain("Target[");
    }

    private int bench(String... arguments) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
