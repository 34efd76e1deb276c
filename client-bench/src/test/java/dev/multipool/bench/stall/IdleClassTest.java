package dev.multipool.bench.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdleClassTest {
    private static final int NORMAL = 0;
    private static final int IDLE = 5;

    @TempDir
    private Path proc = Path.of("");

    @Test
    void ticks_areThoseOfTheIdleClass_onTheseCores() throws IOException {
        process(7, 300, 0, IDLE);
        process(8, 400, 1, IDLE);
        process(9, 900, 0, NORMAL);
        Files.createDirectories(proc.resolve("net"));

        assertThat(IdleClass.ticks(proc, Set.of())).isEqualTo(720);
        assertThat(IdleClass.ticks(proc, Set.of(1))).isEqualTo(410);
    }

    @Test
    void ticks_withoutProc_areNone() {
        assertThat(IdleClass.ticks(proc.resolve("none"), Set.of())).isZero();
    }

    /** With 10 ticks in the kernel. */
    private void process(int pid, int userTicks, int cpu, int policy) throws IOException {
        Files.writeString(
                Files.createDirectories(proc.resolve(Integer.toString(pid))).resolve("stat"),
                pid + " (sh (x) y) R 1 7 7 0 -1 4194304 1 2 3 4 " + userTicks
                        + " 10 0 0 20 0 1 0 12345 100 200 0 0 0 0 0 0 0 0 0 0 0 0 0 17 " + cpu + " 0 " + policy
                        + " 0 0 0\n");
    }
}
