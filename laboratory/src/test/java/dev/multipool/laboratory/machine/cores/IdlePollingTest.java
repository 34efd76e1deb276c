package dev.multipool.laboratory.machine.cores;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in place of a kernel, which is asked in {@code CoreWatchIT}. */
class IdlePollingTest {
    private static final List<Integer> ALL = List.of(0, 1);

    private final Path root;

    IdlePollingTest(@TempDir Path root) {
        this.root = root;
    }

    @BeforeEach
    void makeAMachineThatPolls() throws IOException {
        write("sys/devices/system/cpu/online", "0-1");
        for (int cpu : ALL) {
            firstState(cpu, "latency", "0");
            firstState(cpu, "disable", "0");
        }
        write("dev/cpu_dma_latency", "");
    }

    @Test
    void begin_asksForNoLatency() throws IOException {
        Optional<IdlePolling> polling = IdlePolling.begin(root, ALL);

        assertThat(polling).isPresent();
        assertThat(Files.readAllBytes(root.resolve("dev/cpu_dma_latency"))).containsExactly(0, 0, 0, 0);
        polling.orElseThrow().close();
    }

    @Test
    void begin_whereNotAllCoresAreWatched_asksForNothing() throws IOException {
        assertAsksForNothing(List.of(0));
    }

    @Test
    void begin_withoutADriverOfIdleStates_asksForNothing() throws IOException {
        Files.delete(root.resolve("sys/devices/system/cpu/cpu1/cpuidle/state0/latency"));

        assertAsksForNothing(ALL);
    }

    @Test
    void begin_whereTheFirstStateHalts_asksForNothing() throws IOException {
        firstState(1, "latency", "1");

        assertAsksForNothing(ALL);
    }

    @Test
    void begin_whereTheFirstStateIsSwitchedOff_asksForNothing() throws IOException {
        firstState(1, "disable", "1");

        assertAsksForNothing(ALL);
    }

    @Test
    void begin_withoutTheDevice_makesNone() throws IOException {
        Files.delete(root.resolve("dev/cpu_dma_latency"));

        assertThat(IdlePolling.begin(root, ALL)).isEmpty();
        assertThat(root.resolve("dev/cpu_dma_latency")).doesNotExist();
    }

    @Test
    void begin_withoutLinux_isNotToBeHad() {
        assertThat(IdlePolling.begin(root.resolve("none"), ALL)).isEmpty();
    }

    private void assertAsksForNothing(List<Integer> watched) throws IOException {
        assertThat(IdlePolling.begin(root, watched)).isEmpty();
        assertThat(Files.readAllBytes(root.resolve("dev/cpu_dma_latency"))).isEmpty();
    }

    private void firstState(int cpu, String file, String text) throws IOException {
        write("sys/devices/system/cpu/cpu" + cpu + "/cpuidle/state0/" + file, text);
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        Files.writeString(path, text.isEmpty() ? text : text + "\n");
    }
}
