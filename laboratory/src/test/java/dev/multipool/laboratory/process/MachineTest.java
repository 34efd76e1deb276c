package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
    private final Path directory;

    MachineTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void look_readsTheCoresThatThisProcessMayUseAndFindsTaskset() throws IOException {
        Files.createDirectories(directory.resolve("self"));
        Files.writeString(
                directory.resolve("self/status"), "Name:\tjava\nCpus_allowed:\t10f\nCpus_allowed_list:\t0-3,8\n");
        Path programs = Files.createDirectory(directory.resolve("bin"));
        Path taskset = Files.writeString(programs.resolve("taskset"), "");
        assertThat(taskset.toFile().setExecutable(true)).isTrue();

        Machine machine = Machine.look(directory, "/nowhere" + File.pathSeparator + programs, 99);

        assertThat(machine).isEqualTo(new Machine(List.of(0, 1, 2, 3, 8), true));
    }

    @Test
    void look_withoutProc_countsProcessorsAndCanNotPin() {
        assertThat(Machine.look(directory, "", 3)).isEqualTo(new Machine(List.of(0, 1, 2), false));
    }
}
