package dev.multipool.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.laboratory.process.CpuMeter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalmWatchTest {
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final long OWN = 42;

    private final Path proc;
    private final CpuMeter meter;

    CalmWatchTest(@TempDir Path proc) {
        this.proc = proc;
        this.meter = new CpuMeter(proc, List.of(0, 1));
    }

    @Test
    void look_whenOnlyTheRunsOwnProcessesRan_isCalm() throws InterruptedException {
        Calm calm = look(200, 0, 200);

        assertThat(calm.foreignCores()).isCloseTo(0, within(1e-9));
        assertThat(calm.isCalm()).isTrue();
    }

    @Test
    void look_whenAnotherProcessRan_tellsHowManyCoresItTook() throws InterruptedException {
        Calm calm = look(200, 0, 150);

        assertThat(calm.foreignCores()).isCloseTo(0.25, within(1e-9));
        assertThat(calm.stolenCores()).isCloseTo(0, within(1e-9));
        assertThat(calm.isCalm()).isFalse();
    }

    @Test
    void look_whenTheHypervisorTookACore_doesNotCallThatForeign() throws InterruptedException {
        Calm calm = look(200, 40, 200);

        assertThat(calm).isEqualTo(new Calm(0, 0.2));
        assertThat(calm.isCalm()).isFalse();
    }

    @Test
    void look_whenAProcessEnds_isUnknown() throws InterruptedException {
        proc(0, 0, 0, 0);

        Optional<Calm> calm = new CalmWatch(meter, time -> {
                    proc(2, 1, 0, 0);
                    delete(proc.resolve(OWN + "/stat"));
                })
                .look(LOOK, List.of(OWN));

        assertThat(calm).isEmpty();
    }

    /** What a look sees in whose time so many ticks passed. */
    private Calm look(long busy, long stolen, long own) throws InterruptedException {
        proc(0, 0, 0, 0);
        return new CalmWatch(meter, time -> proc(time.toSeconds(), busy, stolen, own))
                .look(LOOK, List.of(OWN))
                .orElseThrow();
    }

    private void proc(long uptime, long busy, long stolen, long own) {
        try {
            Files.writeString(proc.resolve("uptime"), uptime + ".00 0.00\n");
            Files.writeString(
                    proc.resolve("stat"),
                    "cpu  9 9 9\ncpu0 " + busy + " 0 0 9 0 0 0 " + stolen + " 0 0\ncpu1 0 0 0 9 0 0 0 0 0 0\n");
            Files.writeString(
                    Files.createDirectories(proc.resolve(Long.toString(OWN))).resolve("stat"),
                    OWN + " (a) S 1 42 42 0 -1 4194560 1 2 3 4 " + own + " 0 0 0 20 0 9 0\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
