package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class WaitScopeTest {

    private static final long MS = 1_000_000;

    private final ManualClock clock = new ManualClock();
    private final MeasuredPool pool = Pools.create(PoolConfig.parse("p", "direct:threads=4"), clock);

    private void advance(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    @Test
    void close_ofNestedScopes_countsOnlyTheInnermost() {
        pool.execute(() -> {
            WaitScope join = WaitScope.open(WaitCause.JOIN);
            advance(1);
            WaitScope io = WaitScope.open(WaitCause.IO);
            advance(2);
            io.close();
            advance(4);
            join.close();
            advance(8);
        });

        WorkerTimes times = pool.snapshot().times();
        assertThat(times.joinWaitNanos()).isEqualTo(5 * MS);
        assertThat(times.ioWaitNanos()).isEqualTo(2 * MS);
        assertThat(times.busyNanos()).isEqualTo(15 * MS);
    }

    @Test
    void close_twice_countsOnce() {
        pool.execute(() -> {
            WaitScope lock = WaitScope.open(WaitCause.LOCK);
            advance(1);
            lock.close();
            advance(1);
            lock.close();
        });

        assertThat(pool.snapshot().times().lockWaitNanos()).isEqualTo(MS);
    }

    @Test
    void open_outsideAPool_doesNothing() {
        WaitScope.open(WaitCause.IO).close();

        assertThat(pool.snapshot().times().ioWaitNanos()).isZero();
    }

    @Test
    void open_leftOpenByATask_doesNotReachTheNextTask() {
        pool.execute(() -> WaitScope.open(WaitCause.IO));
        advance(5);
        pool.execute(() -> WaitScope.open(WaitCause.JOIN).close());

        assertThat(pool.snapshot().times().ioWaitNanos()).isZero();
    }

    @Test
    void open_inAPoolCalledByAnother_countsForTheInnerOne() {
        MeasuredPool inner = Pools.create(PoolConfig.parse("inner", "direct:threads=4"), clock);

        pool.execute(() -> {
            inner.execute(() -> {
                WaitScope io = WaitScope.open(WaitCause.IO);
                advance(3);
                io.close();
            });
            WaitScope io = WaitScope.open(WaitCause.IO);
            advance(1);
            io.close();
        });

        assertThat(inner.snapshot().times().ioWaitNanos()).isEqualTo(3 * MS);
        assertThat(pool.snapshot().times().ioWaitNanos()).isEqualTo(MS);
    }

    @Test
    void taskNanos_isWhatTheCurrentTaskWaited_andBeginsAnewWithTheNext() {
        List<Long> seen = new CopyOnWriteArrayList<>();
        MeasuredPool worker = Pools.create(PoolConfig.parse("worker", "fixed:threads=1,queue=2"), clock);
        try (worker) {
            for (int millis : new int[] {3, 1}) {
                worker.execute(() -> {
                    WaitScope io = WaitScope.open(WaitCause.IO);
                    advance(millis);
                    io.close();
                    seen.add(WaitScope.taskNanos(WaitCause.IO) / MS);
                    seen.add(WaitScope.taskNanos(WaitCause.JOIN));
                });
            }
        }

        assertThat(seen).containsExactly(3L, 0L, 1L, 0L);
        assertThat(WaitScope.taskNanos(WaitCause.IO)).isZero();
    }
}
