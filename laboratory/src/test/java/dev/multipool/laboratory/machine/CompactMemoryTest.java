package dev.multipool.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactMemoryTest {
    private final Path root;

    CompactMemoryTest(@TempDir Path root) {
        this.root = root;
    }

    @Test
    void auto_isOnOnVirtualMachinesAlone() throws IOException {
        assertThat(CompactMemory.decide(Wanted.AUTO, root).on()).isFalse();

        Files.writeString(
                Files.createDirectories(root.resolve("proc")).resolve("cpuinfo"), "flags\t\t: fpu hypervisor\n");

        assertThat(CompactMemory.decide(Wanted.AUTO, root).on()).isTrue();
        assertThat(CompactMemory.decide(Wanted.OFF, root).on()).isFalse();
    }

    @Test
    void on_asksNoMachine() {
        assertThat(CompactMemory.decide(Wanted.ON, root).on()).isTrue();
    }
}
