package dev.multipool.laboratory.machine.cores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.bench.stall.Stall;
import dev.multipool.bench.stall.Stall.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StealMeterTest {
    private final Path proc;
    private final AtomicLong now = new AtomicLong(100);
    private final List<Stall> stalls = new ArrayList<>();

    StealMeterTest(@TempDir Path proc) {
        this.proc = proc;
    }

    @Test
    void readNew_tellsOfACoreThatLostTwoTicksSinceTheLastTime() throws IOException {
        stolen(50, 7, 3);
        try (StealMeter meter = StealMeter.open(proc, now::get, List.of(0, 2))) {
            now.set(200);
            stolen(51, 99, 5);
            meter.readNew(stalls::add);
            now.set(300);
            stolen(53, 999, 6);
            meter.readNew(stalls::add);
        }

        assertThat(stalls).containsExactly(new Stall(100, 200, Cause.STOLEN, 2), new Stall(200, 300, Cause.STOLEN, 0));
    }

    @Test
    void readNew_ofAKernelThatTellsNoSteal_tellsNothing() throws IOException {
        Files.writeString(proc.resolve("stat"), "cpu  1 2 3\ncpu0 1 2 3\n");
        try (StealMeter meter = StealMeter.open(proc, now::get, List.of(0))) {
            meter.readNew(stalls::add);
        }

        assertThat(stalls).isEmpty();
    }

    @Test
    void open_withoutProc_fails() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> StealMeter.open(proc.resolve("none"), now::get, List.of(0)));
    }

    private void stolen(long first, long second, long third) throws IOException {
        StringBuilder text = new StringBuilder("cpu  1 2 3 4 5 6 7 800 9 10\n");
        long[] ticks = {first, second, third};
        for (int cpu = 0; cpu < ticks.length; cpu++) {
            text.append("cpu" + cpu + " 1 2 3 4 5 6 7 " + ticks[cpu] + " 9 10\n");
        }
        Files.writeString(proc.resolve("stat"), text + "intr 5 6 7\nctxt 8\n");
    }
}
