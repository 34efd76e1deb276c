package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.ResultFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The laboratory as a process of its own that gets the signal of Ctrl-C. */
@Timeout(180)
class InterruptedRunIT {
    private static final int INTERRUPTED = 128 + 2;

    private final Path out;
    private final Path temporary;
    /** Where a server keeps a dump of its threads when it has no free one for long, as on a machine that stands still. */
    private final Path dumps;

    InterruptedRunIT(@TempDir Path directory) throws IOException {
        dumps = directory.resolve("dumps");
        out = directory.resolve("perf");
        temporary = Files.createDirectory(directory.resolve("tmp"));
    }

    @Tag("full")
    @Test
    void ctrlC_afterTheFirstRun_leavesAPartialResultAndNothingElse() throws IOException, InterruptedException {
        Process lab = start();
        try (BufferedReader console = lab.inputReader(StandardCharsets.UTF_8)) {
            LabProcess.awaitLine(console, "run  1 of");
            List<ProcessHandle> children = lab.descendants().toList();
            assertThat(children).isNotEmpty();

            interrupt(lab);

            assertThat(console.lines())
                    .anySatisfy(line -> assertThat(line).startsWith("no answer: Interrupted after 1 of"));
            assertThat(lab.waitFor()).isEqualTo(INTERRUPTED);
            children.forEach(child -> assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(30)));
        } finally {
            lab.destroyForcibly();
        }
        LabResult result = new ResultFile().read(out.resolve("latest/result.json"));
        assertThat(result.measured().runs()).hasSize(1);
        assertThat(result.answer().outcome()).isEqualTo(AnswerOutcome.NONE);
        assertThat(out.resolve("latest/report.html")).exists();
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void ctrlC_beforeTheFirstRunEnded_leavesNothing() throws IOException, InterruptedException {
        Process lab = start();
        try (BufferedReader console = lab.inputReader(StandardCharsets.UTF_8)) {
            LabProcess.awaitLine(console, "this takes about");

            interrupt(lab);

            assertThat(lab.waitFor()).isEqualTo(INTERRUPTED);
        } finally {
            lab.destroyForcibly();
        }
        assertThat(out).isEmptyDirectory();
        assertThat(temporary).isEmptyDirectory();
    }

    private Process start() throws IOException {
        // for every JVM of the run, so that what any of them leaves behind is found
        return LabProcess.command(
                        out, List.of("--set", "exhaustion.directory=" + dumps), "-Djava.io.tmpdir=" + temporary)
                .start();
    }

    private static void interrupt(Process lab) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-INT", Long.toString(lab.pid())).start();
        assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }
}
