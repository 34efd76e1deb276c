package dev.multipool.rpc.server.app.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CpuWorkTest {
    @Test
    void calibratedBy_aClockOfOneMillisecondACall_knowsItsRounds() {
        AtomicLong now = new AtomicLong();

        // each call of 200,000 rounds seems to take 1 ms: 200 rounds a microsecond
        CpuWork work = CpuWork.calibratedBy(() -> now.getAndAdd(1_000_000));

        assertThat(work.rounds(Duration.ofNanos(20_000))).isEqualTo(4_000);
        assertThat(work.rounds(Duration.ZERO)).isZero();
    }

    @Test
    void burn_isAFunctionOfInputAndAmount() {
        AtomicLong now = new AtomicLong();
        CpuWork work = CpuWork.calibratedBy(() -> now.getAndAdd(1_000_000));
        Duration some = Duration.ofNanos(5_000);

        assertThat(work.burn(3, some)).isEqualTo(work.burn(3, some)).isNotEqualTo(work.burn(4, some));
        assertThat(CpuWork.none().burn(3, some)).isEqualTo(3);
    }
}
