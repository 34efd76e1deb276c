package dev.multipool.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentProbeTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void probe_fillsWhatAFigureNeeds() {
        Environment environment = EnvironmentProbe.probe();

        assertThat(environment.cores()).isPositive();
        assertThat(environment.cpuModel()).isNotBlank();
        assertThat(environment.kernel()).isNotBlank();
        assertThat(environment.jdk()).contains(Runtime.version().toString());
        assertThat(environment.date()).endsWith("Z");
    }

    @Test
    void cpuModel_isTheFirstNamed() throws IOException {
        Path cpuinfo = directory.resolve("cpuinfo");
        Files.writeString(cpuinfo, "processor\t: 0\nmodel name\t: Some CPU @ 2.0GHz\nmodel name\t: Other\n");

        assertThat(EnvironmentProbe.cpuModel(cpuinfo, "arch")).isEqualTo("Some CPU @ 2.0GHz");
    }

    @Test
    void cpuModel_withoutAName_isTheArchitecture() {
        assertThat(EnvironmentProbe.cpuModel(directory.resolve("absent"), "aarch64"))
                .isEqualTo("aarch64");
    }

    @Test
    void gitRevision_outsideOfACheckout_isNull() {
        assertThat(EnvironmentProbe.gitRevision(directory)).isNull();
    }
}
