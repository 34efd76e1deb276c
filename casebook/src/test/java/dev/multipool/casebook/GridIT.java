package dev.multipool.casebook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.casebook.Laboratory.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A coarse grid of one service, and the comparison of a search with it. */
@Tag("full")
class GridIT {
    @RegisterExtension
    final MachineShare machine = MachineShare.withOthers();

    @Test
    @Timeout(900)
    void grid_leavesWhatASearchIsComparedWith(@TempDir Path directory) throws Exception {
        Path out = directory.resolve("out");
        Outcome grid = Laboratory.run(
                directory.resolve("console"),
                "grid",
                Case.GRPC.description().toString(),
                "--points",
                "2",
                "--retries",
                "0",
                "--objective",
                // each setting's loads end where it breaks
                "tp99<100ms",
                "--patience",
                "0s",
                // its windows need not count
                "--warmup",
                "1s",
                "--duration",
                "1s",
                "--out",
                out.toString());

        Path csv = out.resolve("latest/grid.csv");
        assertThat(csv).as(grid.output()).exists();
        assertThat(Files.readAllLines(csv))
                .as(grid.output())
                .anyMatch(line -> line.startsWith("2,"))
                .anyMatch(line -> line.startsWith("400,"));
        assertThat(grid.exitCode()).as(grid.output()).isZero();
        Outcome comparison = Laboratory.run(
                directory.resolve("console"),
                "compare-grid",
                csv.toString(),
                out.resolve("latest/result.json").toString());
        assertThat(comparison.exitCode()).as(comparison.output()).isZero();
        assertThat(comparison.output()).contains("of the grid's best");
    }
}
