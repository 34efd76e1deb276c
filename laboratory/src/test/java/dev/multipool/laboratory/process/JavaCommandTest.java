package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JavaCommandTest {
    private final JavaCommand java = new JavaCommand(new Jdk(Path.of("jdk"), 17), "lab.jar", List.of("-Xmx512m"));

    @Test
    void commandLine_pinsWithTaskset() {
        assertThat(java.commandLine("0-3", "a.Main", List.of("--port", "0")))
                .startsWith(
                        "taskset", "-c", "0-3", Path.of("jdk", "bin", "java").toString(), "-Xmx512m", "-cp", "lab.jar")
                .endsWith("a.Main", "--port", "0");
    }

    @Test
    void commandLine_withoutCpus_doesNotPin() {
        assertThat(java.commandLine(null, "a.Main", List.of())).doesNotContain("taskset");
    }
}
