package dev.multipool.rpc.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.NanoClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InFlightCallsTest {
    private final InFlightCalls calls = new InFlightCalls();

    @Test
    void awaitEmpty_withACallInFlight_endsWhenTheClockSaysSo() throws InterruptedException {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
        NanoClock clock = () -> now.addAndGet(Duration.ofHours(1).toNanos());
        calls.tryEnter();

        assertThat(calls.awaitEmpty(TimeBound.in(Duration.ofHours(3), clock))).isFalse();

        assertThat(calls.count()).isOne();
    }

    @Test
    void awaitEmpty_withNobodyInside_isTrueEvenWithoutTime() throws InterruptedException {
        assertThat(calls.awaitEmpty(TimeBound.in(Duration.ofSeconds(-1), () -> 0)))
                .isTrue();
    }

    @Test
    void bound_ofAClockThatThrows_isOver() throws InterruptedException {
        NanoClock broken = () -> {
            throw new AssertionError("on purpose");
        };
        calls.tryEnter();

        assertThat(calls.awaitEmpty(TimeBound.in(Duration.ofDays(1), broken))).isFalse();
    }

    @Test
    void closedDoor_letsNobodyIn_andStillCountsOut() {
        calls.tryEnter();
        calls.closeDoor();

        assertThat(calls.tryEnter()).isFalse();
        assertThat(calls.count()).isOne();
        calls.exit();
        assertThat(calls.count()).isZero();
    }
}
