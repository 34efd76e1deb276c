package dev.multipool.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The jar compares the frameworks, as short as it goes; whether the figures are good is not asked. */
@Tag("full")
class RivalsRunIT {
    private static final long PATIENCE_SECONDS = 500;

    private final Path out;

    RivalsRunIT(@TempDir Path out) {
        this.out = out;
    }

    @Test
    @Timeout(600)
    void peers_loadsEachFrameworkAndChecksItsAnswers() throws IOException, InterruptedException {
        Process peers = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        "target/multipool-rivals.jar",
                        "peers",
                        "--rounds",
                        "1",
                        "--warmup",
                        "200ms",
                        "--duration",
                        // longer than a machine that does other work stands still
                        "2s",
                        "--users",
                        "8",
                        "--users-seeded",
                        "100",
                        "--only",
                        "sofabolt,dubbo-triple,brpc-java",
                        "--half-load",
                        "--out",
                        out.toString())
                .inheritIO()
                .start();
        try {
            assertThat(peers.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            peers.destroyForcibly();
        }

        assertThat(peers.exitValue()).isZero();
        JsonNode windows =
                new ObjectMapper().readTree(out.resolve("peers.json").toFile()).get("windows");
        assertThat(windows).hasSize(6).allSatisfy(window -> {
            assertThat(window.get("callsPerSecond").asDouble()).isPositive();
            assertThat(window.get("failures").asLong()).isZero();
        });
        assertThat(out.resolve("peers.md")).content().contains("| 8 | sofabolt |", "| 8 | brpc-java |");
    }
}
