package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole search for a service that knows nothing of the laboratory; how good its figures are is not asked. */
@Tag("full")
class DescribedSearchIT {
    private final Path directory;

    DescribedSearchIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    @Timeout(300)
    void search_forARate_findsSizesThatCarryIt_andConfirmMeasuresThemInFreshProcesses() throws IOException {
        JsonNode result = search("--objective", "tp99<500ms", "--budget", "25s", "--carry", "60/s");

        assertThat(result.get("answer").get("outcome").asText()).isIn("answer", "provisional");
        // 20 ms each: one thread carries 50 per second
        assertThat(result.get("answer").get("settings").get("threads").asInt()).isGreaterThanOrEqualTo(2);
        // with 6 threads the service does not start
        assertThat(result.get("runs"))
                .noneMatch(run -> run.get("settings")
                                .get("variant")
                                .get("server")
                                .get("threads")
                                .asInt()
                        == 6);
        assertThat(result.get("runs")).allSatisfy(run -> assertThat(run.get("settings")
                        .get("load")
                        .get("demand")
                        .get("ratePerSecond")
                        .asInt())
                .isEqualTo(60));

        confirm();
    }

    private void confirm() throws IOException {
        String answered =
                directory.resolve("out/latest-size-service/result.json").toString();
        String out = directory.resolve("out").toString();

        int exitCode = Main.execute(
                "confirm", file().toString(), "--from", answered, "--windows", "2", "--patience", "0s", "--out", out);

        JsonNode result = new ObjectMapper()
                .readTree(directory.resolve("out/latest-confirm/result.json").toFile());
        assertThat(result.get("experiment").asText()).isEqualTo("confirm");
        assertThat(exitCode)
                .isEqualTo(result.get("answer").get("outcome").asText().equals("answer") ? 0 : 1);
        assertThat(result.get("runs")).hasSizeGreaterThanOrEqualTo(2).allSatisfy(run -> {
            assertThat(run.get("details").get("earlierRuns").asInt()).isZero();
            assertThat(run.get("settings").get("variant").get("server"))
                    .isEqualTo(result.get("answer").get("settings"));
        });
        assertThat(result.get("tables").get(0).get("rows")).hasSize(1);
        assertThat(Main.execute("confirm", "--from", answered))
                .as("without FILE")
                .isEqualTo(2);
    }

    @Test
    @Timeout(300)
    void search_withLoadByWrk_findsSizesAndMarksEachRun() throws IOException {
        requireWrk();

        JsonNode result = searchUnder(
                "command: wrk -t1 -c{users} -d{seconds}s --latency http://127.0.0.1:{port}/wait\n  parser: wrk",
                "--objective",
                "tp99<500ms",
                "--budget",
                "25s");

        assertThat(result.get("answer").get("outcome").asText()).isIn("answer", "provisional");
        assertThat(result.get("runs")).isNotEmpty().allSatisfy(run -> {
            assertThat(run.get("settings").get("load").get("engine").get("text").asText())
                    .isEqualTo("load by wrk: closed loop, stalls may be hidden");
            assertThat(run.get("figures").get("calls").asInt()).isPositive();
            assertThat(run.get("figures").get("corrected").isNull()).isTrue();
            assertThat(run.get("figures").get("responseTime").get("p999Millis").isNull())
                    .isTrue();
        });
        assertThat(directory.resolve("out/latest/report.html"))
                .content()
                .contains("load by wrk: closed loop, stalls may be hidden");
    }

    @Test
    @Timeout(300)
    void search_withLoadByAProgramThatFails_isOneErrorWithItsCommand() throws IOException {
        PrintStream err = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        int exitCode;
        try {
            exitCode = execute(
                    "command: sh -c 'echo no licence; exit 3' {users} {seconds} {port}\n  parser: wrk",
                    "--objective",
                    "tp99<500ms",
                    "--budget",
                    "25s");
        } finally {
            System.setErr(err);
        }

        assertThat(exitCode).isEqualTo(1);
        assertThat(errors.toString(StandardCharsets.UTF_8))
                .contains("load by 'sh -c echo no licence; exit 3", "it ends with exit code 3", "no licence");
    }

    private static void requireWrk() {
        boolean there = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getenv("PATH"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "wrk")));
        assumeTrue(
                there || Boolean.parseBoolean(System.getenv("REQUIRE_WRK")),
                "no wrk on the path (Debian: apt-get install wrk)");
    }

    private JsonNode search(String... options) throws IOException {
        return searchUnder("http: GET http://127.0.0.1:{port}/wait", options);
    }

    private JsonNode searchUnder(String load, String... options) throws IOException {
        execute(load, options);
        Path latest = directory.resolve("out/latest");
        assertThat(latest.resolve("report.html")).isNotEmptyFile();
        return new ObjectMapper().readTree(latest.resolve("result.json").toFile());
    }

    private Path file() {
        return directory.resolve("sleepy.yaml");
    }

    private int execute(String load, String... options) throws IOException {
        Path file = file();
        Files.writeString(file, """
                service:
                  start: '"%s" -Xmx128m -XX:TieredStopAtLevel=1 -cp "%s" dev.multipool.laboratory.search.SleepyService {port}'
                  ready: http://127.0.0.1:{port}/threads
                  ready-within: 30s
                knobs:
                  threads:
                    range: 1..16
                    env: SLEEPY_THREADS
                    read: {http: 'http://127.0.0.1:{port}/threads', json: /threads}
                load:
                  %s
                """.formatted(
                ProcessHandle.current().info().command().orElseThrow(), System.getProperty("java.class.path"), load));
        String out = directory.resolve("out").toString();
        String[] fixed = {
            "search", file.toString(), "--warmup", "2s", "--duration", "1s", "--patience", "0s", "--out", out
        };
        return Main.execute(
                Stream.concat(Arrays.stream(fixed), Arrays.stream(options)).toArray(String[]::new));
    }
}
