package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A search for a service that never starts. */
class FruitlessSearchIT {
    private final Path directory;

    FruitlessSearchIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    @Timeout(100)
    void search_withoutASettingThatCanBeMeasured_writesAResultThatSaysWhy() throws IOException {
        int exitCode = search("range: 1..2");

        assertThat(exitCode).isEqualTo(1);
        Path latest = directory.resolve("out/latest");
        JsonNode result =
                new ObjectMapper().readTree(latest.resolve("result.json").toFile());
        assertThat(result.at("/answer/outcome").asText()).isEqualTo("none");
        assertThat(result.at("/answer/whyNone/cause").asText()).isEqualTo("EVERY_SETTING_LEFT_OUT");
        assertThat(result.get("runs")).isEmpty();
        assertThat(result.get("findings")).hasSizeGreaterThan(1).allSatisfy(finding -> {
            assertThat(finding.get("code").asText()).isEqualTo("SETTING_DID_NOT_START");
            assertThat(finding.at("/subjects/ERROR").asText()).contains("no memory");
        });
        assertThat(latest.resolve("report.html")).isNotEmptyFile();
        assertThat(latest.resolve("results.csv")).isNotEmptyFile();
    }

    /** Its short form is in DescribedSearchTest. */
    @Test
    @Tag("full")
    @Timeout(100)
    void search_serviceThatDoesNotStartAsItIsToday_isOneError() throws IOException {
        PrintStream err = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        int exitCode;
        try {
            exitCode = search("range: 1..2, start: 2");
        } finally {
            System.setErr(err);
        }

        assertThat(exitCode).isEqualTo(1);
        assertThat(errors.toString(StandardCharsets.UTF_8)).contains("dead", "no memory");
        assertThat(directory.resolve("out/latest")).doesNotExist();
    }

    private int search(String knob) throws IOException {
        Path file = directory.resolve("dead.yaml");
        Files.writeString(file, """
                service:
                  start: sh -c 'echo no memory; exit 3'
                  ready: {tcp: '127.0.0.1:{port}'}
                knobs:
                  threads: {env: THREADS, %s}
                load:
                  http: GET http://127.0.0.1:{port}/
                """.formatted(knob));
        return Main.execute(
                "search",
                file.toString(),
                "--budget",
                "30s",
                "--patience",
                "0s",
                "--warmup",
                "1s",
                "--duration",
                "1s",
                "--out",
                directory.resolve("out").toString());
    }
}
