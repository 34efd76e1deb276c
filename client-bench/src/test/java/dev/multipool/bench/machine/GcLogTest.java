package dev.multipool.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcLogTest {
    @TempDir
    private Path directory = Path.of("");

    private Path file = Path.of("");
    private Long begin = 0L;

    @BeforeEach
    void writeWhatWasBeforeTheWindow() throws IOException {
        file = directory.resolve("gc.log");
        Files.writeString(file, "[0.9s][info][gc] GC(0) Pause Young (Allocation Failure) 8M->2M(30M) 77.000ms\n");
        begin = Files.size(file);
    }

    @Test
    void between_countsThePausesOfAllCollectors_andNothingElse() throws IOException {
        append("""
                [2026-11-21T07:00:00.123+0000][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->3M(256M) 3.500ms
                [1.5s][info][gc,start] GC(2) Pause Full (System.gc())
                [1.6s][info][gc,phases] GC(2) Phase 1: Mark live objects 9.123ms
                [1.6s][info][gc] GC(2) Pause Full (System.gc()) 30M->3M(60M) 10.250ms
                [1.7s][info][gc] GC(3) Concurrent Mark Cycle 40.000ms
                [1.8s][info][gc,phases] GC(4) Y: Pause Mark Start (Major) 0.125ms
                [1.9s][info][gc] GC(5) Garbage Collection (Warmup) 54M(11%)->48M(9%)
                """);

        GcPauses pauses = GcLog.at(file).between(begin, Files.size(file));

        assertThat(pauses).isEqualTo(new GcPauses(3, 13.875, 10.25));
    }

    @Test
    void between_quietTimes_areNoPauses() throws IOException {
        assertThat(GcLog.at(file).between(begin, Files.size(file))).isEqualTo(GcPauses.NONE);
    }

    @Test
    void between_aFileThatWasRotated_isUnknown() throws IOException {
        GcLog log = GcLog.at(file);
        Files.writeString(file, "");

        assertThat(log.between(begin, log.length())).isNull();
        Files.delete(file);
        assertThat(log.length()).isNull();
    }

    @Test
    void at_noFile_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GcLog.at(directory.resolve("none")))
                .withMessageStartingWith("serverGcLog: ")
                .withMessageContaining("(expected: a file that the server writes by -Xlog:gc:file=");
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }
}
