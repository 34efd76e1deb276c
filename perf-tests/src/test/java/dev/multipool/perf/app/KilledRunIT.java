package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A laboratory that is killed, and can't clean up. */
@Timeout(120)
@Tag("full")
class KilledRunIT {
    @Test
    void kill9_leavesNoHelperServerGeneratorOrRedis(@TempDir Path out) throws IOException, InterruptedException {
        Process lab = LabProcess.start(out, List.of("--awake-cores", "on"));
        List<ProcessHandle> children;
        try (BufferedReader console = lab.inputReader(StandardCharsets.UTF_8)) {
            LabProcess.awaitLine(console, "run  1 of");
            children = lab.descendants().toList();
            // the helper, Redis and its guard, a server and a generator
            assertThat(children).hasSizeGreaterThanOrEqualTo(5);
        } finally {
            lab.destroyForcibly();
        }

        children.forEach(child -> assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(30)));
    }
}
