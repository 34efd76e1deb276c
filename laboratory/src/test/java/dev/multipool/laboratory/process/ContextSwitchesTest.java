package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextSwitchesTest {
    private final Path proc;

    ContextSwitchesTest(@TempDir Path proc) {
        this.proc = proc;
    }

    @Test
    void read_addsUpBothKindsOfAllThreads() throws IOException {
        thread("100", 5, 2);
        thread("101", 30, 1);
        // a thread that ended between the listing and the reading
        Files.createDirectories(proc.resolve("100/task/102"));

        assertThat(new ContextSwitches(proc).read(100)).isEqualTo(38);
    }

    @Test
    void read_ofAProcessThatHasEnded_fails() {
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> new ContextSwitches(proc).read(7));
    }

    private void thread(String id, int willing, int unwilling) throws IOException {
        Path directory = Files.createDirectories(proc.resolve("100/task").resolve(id));
        Files.writeString(
                directory.resolve("status"),
                "Name:\tjava\nvoluntary_ctxt_switches:\t" + willing + "\nnonvoluntary_ctxt_switches:\t" + unwilling
                        + "\n");
    }
}
