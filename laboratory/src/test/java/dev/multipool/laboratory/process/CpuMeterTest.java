package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuMeterTest {
    private final Path proc;

    CpuMeterTest(@TempDir Path proc) {
        this.proc = proc;
    }

    @Test
    void foreignCores_isWhatTheRunsOwnProcessesDidNotUseOnTheWatchedCores() throws IOException {
        CpuMeter meter = new CpuMeter(proc, List.of(0, 1));
        proc(
                "100.00 0.00",
                "cpu0 1000 0 100 9 0 0 0 10 0 0\ncpu1 500 0 0 9 0 0 0 0 0 0\ncpu2 7 0 0 0 0 0 0 0 0 0",
                900);
        CpuReading begin = Objects.requireNonNull(meter.read(List.of(42L)));
        proc(
                "110.00 0.00",
                "cpu0 1600 0 200 9 0 50 60 110 0 0\ncpu1 700 0 0 9 0 0 0 0 0 0\ncpu2 900 0 0 0 0 0 0 0 0 0",
                1700);

        CpuReading end = Objects.requireNonNull(meter.read(List.of(42L)));

        // 10 s: cpu0 and cpu1 were busy for 10 s (user 8, system 1, steal 1; interrupts don't count), ours took 8 s
        assertThat(end.foreignCoresSince(begin)).isCloseTo(0.2, within(1e-9));
        assertThat(end.othersCoresSince(begin)).isCloseTo(0.1, within(1e-9));
        assertThat(end.stolenCoresSince(begin)).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void read_whenAProcessHasEnded_isUnknown() throws IOException {
        proc("100.00 0.00", "cpu0 1 0 0 0 0 0 0 0 0 0", 1);

        assertThat(new CpuMeter(proc, List.of(0)).read(List.of(42L, 43L))).isNull();
    }

    @Test
    void read_withoutProc_isUnknown() {
        assertThat(new CpuMeter(proc.resolve("none"), List.of(0)).read(List.of()))
                .isNull();
    }

    private void proc(String uptime, String stat, long ownTicks) throws IOException {
        Files.writeString(proc.resolve("uptime"), uptime + "\n");
        Files.writeString(proc.resolve("stat"), "cpu  9 9 9\n" + stat + "\nintr 5\n");
        Files.writeString(
                Files.createDirectories(proc.resolve("42")).resolve("stat"),
                "42 (a (b) c) S 1 42 42 0 -1 4194560 1 2 3 4 " + (ownTicks - 100) + " 100 0 0 20 0 9 0\n");
    }
}
