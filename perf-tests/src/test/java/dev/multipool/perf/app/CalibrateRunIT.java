package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.calibration.MeasuredRun;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.perf.profile.MeasuredRunsCsv;
import dev.multipool.perf.profile.ProfileYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From real servers to a profile, as short as it goes; whether the figures are good is not asked. */
@Tag("full")
class CalibrateRunIT {
    private final Path directory;

    CalibrateRunIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void calibrate_ofNestedPools_writesRunsAndAProfileOfAllPools() throws IOException {
        Path profile = directory.resolve("items.yaml");

        int exitCode = Main.execute(
                "calibrate",
                "--call",
                "query-items",
                "--profile",
                profile.toString(),
                "--warmup",
                "1s",
                "--duration",
                "2s",
                "--repeats",
                "1",
                "--retries",
                "0",
                "--set",
                "redis.command-timeout=10s",
                "--users-seeded",
                "100",
                // waits for a calm machine for a third of that
                "--budget",
                "15s",
                "--out",
                directory.resolve("results").toString());

        // on a machine that does other work, too, no run may count, and then there is no profile
        assertThat(exitCode).isBetween(0, 1);
        assertThat(Files.exists(profile)).isEqualTo(exitCode == 0);
        if (exitCode == 0) {
            assertThat(MeasuredRunsCsv.parse(Files.readString(directory.resolve("items.yaml.csv"))))
                    .hasSize(3)
                    .allSatisfy(run -> assertThat(run.pools())
                            .extracting(MeasuredRun.Pool::name)
                            .containsExactly("business", "common", "select"));
            ServiceProfile read = ProfileYaml.read(Files.readString(profile));
            assertThat(read.call().pools()).containsExactly("business", "common", "select");
            assertThat(read.cpuMillis()).isBetween(0.05, 50.0);
            assertThat(read.call().subtasks().get(0).subtasks().get(1).blocked().millis())
                    .isPositive();
        }
    }
}
