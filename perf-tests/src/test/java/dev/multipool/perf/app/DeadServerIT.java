package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.perf.own.OwnServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A laboratory whose server dies. */
@Tag("once")
@Timeout(120)
class DeadServerIT {
    private static final int FAILURE = 1;

    @Test
    void aServerThatIsKilled_isNoAnswer_andAFailureThatSaysSo(@TempDir Path out)
            throws IOException, InterruptedException {
        Process lab = LabProcess.start(out, List.of());
        try (BufferedReader console = lab.inputReader(StandardCharsets.UTF_8)) {
            LabProcess.awaitLine(console, "run  1 of");
            lab.descendants().filter(DeadServerIT::isServer).forEach(ProcessHandle::destroyForcibly);

            assertThat(console.lines()).anySatisfy(line -> assertThat(line).startsWith("no answer: "));
            assertThat(lab.waitFor()).isEqualTo(FAILURE);
        } finally {
            lab.destroyForcibly();
        }
        LabResult result = new ResultFile().read(out.resolve("latest/result.json"));
        assertThat(result.answer().outcome()).isEqualTo(AnswerOutcome.NONE);
        assertThat(Objects.requireNonNull(result.answer().whyNone()).cause()).isEqualTo(NoAnswer.Cause.PROCESS_FAILED);
        assertThat(out.resolve("latest/report.html")).exists();
    }

    private static boolean isServer(ProcessHandle process) {
        try {
            // whole, other than in ProcessHandle.Info: a class path is long
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
                    .contains(OwnServer.MAIN_CLASS);
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
