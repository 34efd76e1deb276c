package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PoolWindowsTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final MeasuredPool pool = Pools.create(PoolConfig.parse("direct", "direct:threads=1"), nanos::get);
    private final PoolWindows windows = new PoolWindows(() -> List.of(pool), nanos::get);

    @Test
    void start_isTenToTwentySecondsAgo_whoeverAsksAndHoweverOften() {
        for (int second = 1; second <= 60; second++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            pool.execute(() -> {});
            windowNow();
            LedgerSnapshot window = windowNow();

            if (second >= 20) {
                assertThat(window.windowNanos())
                        .isBetween(
                                Duration.ofSeconds(10).toNanos(),
                                Duration.ofSeconds(20).toNanos());
                assertThat(window.throughputPerSecond()).isEqualTo(1);
            } else {
                assertThat(window.completions()).as("since the start").isLessThanOrEqualTo(second);
            }
        }
    }

    @Test
    void start_whenNobodyAskedForLongButTimeWasLetPass_isTenToTwentySecondsAgo() {
        for (int second = 1; second <= 431; second++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            windows.advance();
        }

        assertThat(windowNow().windowNanos())
                .isBetween(
                        Duration.ofSeconds(10).toNanos(), Duration.ofSeconds(20).toNanos());
    }

    @Test
    void start_whenNobodyAskedForLong_coversAllThatTime() {
        nanos.addAndGet(Duration.ofMinutes(5).toNanos());
        pool.execute(() -> {});

        assertThat(windowNow().windowNanos()).isEqualTo(Duration.ofMinutes(5).toNanos());
    }

    private LedgerSnapshot windowNow() {
        LedgerSnapshot now = pool.snapshot();
        return windows.lastSeconds(now);
    }
}
