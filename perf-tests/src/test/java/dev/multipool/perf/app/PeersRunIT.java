package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The comparison of some contestants once, as short as it goes; whether the figures are good is not asked. */
@Tag("full")
class PeersRunIT {
    private final Path out;

    PeersRunIT(@TempDir Path out) {
        this.out = out;
    }

    @Test
    @Timeout(600)
    void peers_loadsEachContestantAndChecksItsAnswers() throws IOException {
        int exitCode = Main.execute(
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
                "floor,grpc-java,ours-direct",
                "--half-load",
                "--out",
                out.toString());

        assertThat(exitCode).isZero();
        JsonNode windows =
                new ObjectMapper().readTree(out.resolve("peers.json").toFile()).get("windows");
        assertThat(windows).hasSize(6).allSatisfy(window -> {
            assertThat(window.get("callsPerSecond").asDouble()).isPositive();
            assertThat(window.get("serverCpuMicros").asDouble()).isPositive();
            assertThat(window.get("serverSpinNanos").asDouble()).isPositive();
            assertThat(window.get("failures").asLong()).isZero();
        });
        assertThat(out.resolve("peers.md")).content().contains("| 8 | grpc-java |", "At half load: ");
        assertThat(out.resolve("half-load.csv")).content().contains("\ngrpc-java,");
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .as("processes left over")
                .isEmpty();
    }
}
