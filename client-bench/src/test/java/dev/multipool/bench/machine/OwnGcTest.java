package dev.multipool.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class OwnGcTest {
    @Test
    void between_aCollection_isOnePause() {
        try (OwnGc gc = new OwnGc()) {
            long beginMillis = System.currentTimeMillis();

            System.gc();

            while (gc.between(beginMillis, Long.MAX_VALUE).count() == 0) {
                LockSupport.parkNanos(1_000_000);
            }
            GcPauses pauses = gc.between(beginMillis, Long.MAX_VALUE);
            assertThat(pauses.maxMillis()).isLessThanOrEqualTo(pauses.totalMillis());
            assertThat(gc.between(beginMillis - 10, beginMillis - 5)).isEqualTo(GcPauses.NONE);
        }
    }

    @Test
    void isPausing_tellsCyclesFromPauses() {
        assertThat(OwnGc.isPausing("G1 Young Generation")).isTrue();
        assertThat(OwnGc.isPausing("Copy")).isTrue();
        assertThat(OwnGc.isPausing("ZGC Major Pauses")).isTrue();
        assertThat(OwnGc.isPausing("ZGC Major Cycles")).isFalse();
        assertThat(OwnGc.isPausing("G1 Concurrent GC")).isFalse();
    }
}
