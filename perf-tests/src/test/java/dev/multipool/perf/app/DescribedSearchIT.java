package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void search_serviceOfWhichOneSizeDies_measuresTheOthersAndSaysWhich() throws IOException {
        JsonNode result = search("--objective", "tp99<500ms", "--budget", "60s");

        assertThat(result.get("experiment").asText()).isEqualTo("size-service");
        assertThat(result.get("answer").get("outcome").asText()).isIn("answer", "provisional");
        assertThat(result.get("answer").get("settings").get("threads").asInt()).isBetween(2, 16);
        assertThat(result.get("runs"))
                .isNotEmpty()
                .noneMatch(run -> threads(run) == 6)
                .allSatisfy(run ->
                        assertThat(run.get("settings").get("pool").isNull()).isTrue());
        assertThat(ProcessHandle.current()
                        .descendants()
                        .flatMap(process -> process.info().commandLine().stream())
                        .filter(command -> command.contains("SleepyService")))
                .as("processes left over")
                .isEmpty();
    }

    @Test
    @Timeout(300)
    void search_forARate_findsSizesThatCarryIt() throws IOException {
        JsonNode result = search("--objective", "tp99<500ms", "--budget", "60s", "--carry", "60/s");

        assertThat(result.get("answer").get("outcome").asText()).isIn("answer", "provisional");
        // 20 ms each: one thread carries 50 per second
        assertThat(result.get("answer").get("settings").get("threads").asInt()).isGreaterThanOrEqualTo(2);
        assertThat(result.get("runs")).allSatisfy(run -> assertThat(run.get("settings")
                        .get("load")
                        .get("demand")
                        .get("ratePerSecond")
                        .asInt())
                .isEqualTo(60));
    }

    private JsonNode search(String... options) throws IOException {
        Path file = directory.resolve("sleepy.yaml");
        Files.writeString(file, """
                service:
                  start: '"%s" -Xmx128m -cp "%s" dev.multipool.laboratory.search.SleepyService {port}'
                  ready: http://127.0.0.1:{port}/threads
                  ready-within: 30s
                knobs:
                  threads:
                    range: 1..16
                    env: SLEEPY_THREADS
                    read: {http: 'http://127.0.0.1:{port}/threads', json: /threads}
                load:
                  http: GET http://127.0.0.1:{port}/wait
                """.formatted(
                        ProcessHandle.current().info().command().orElseThrow(), System.getProperty("java.class.path")));
        Path out = directory.resolve("out");
        String[] fixed = {"search", file.toString(), "--warmup", "2s", "--duration", "1s", "--out", out.toString()};
        String[] all = new String[fixed.length + options.length];
        System.arraycopy(fixed, 0, all, 0, fixed.length);
        System.arraycopy(options, 0, all, fixed.length, options.length);
        Main.execute(all);
        assertThat(out.resolve("latest/report.html")).isNotEmptyFile();
        return new ObjectMapper().readTree(out.resolve("latest/result.json").toFile());
    }

    private static int threads(JsonNode run) {
        return run.get("settings").get("variant").get("server").get("threads").asInt();
    }
}
