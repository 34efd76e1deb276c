package dev.multipool.rpc.server.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.Pools;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PoolPulseTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final MeasuredPool pool = Pools.create(PoolConfig.parse("direct", "direct:threads=2"), nanos::get);
    private final PoolPulse pulse = new PoolPulse(pool, 99);

    @Test
    void next_isOfTheTimeSinceItWasLastAsked() {
        run(10, Duration.ofMillis(20));
        passSinceStart(Duration.ofSeconds(1), Duration.ofMillis(200));

        Map<String, Object> first = pulse.next();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        Map<String, Object> second = pulse.next();

        assertThat(first)
                .containsEntry("name", "direct")
                .containsEntry("kind", "direct")
                .containsEntry("spec", "direct:threads=2")
                .containsEntry("maxThreads", 2)
                .containsEntry("queueCapacity", 0)
                .containsEntry("arrivalRatePerSecond", 10.0)
                .containsEntry("throughputPerSecond", 10.0)
                .containsEntry("failuresPerSecond", 0.0)
                .containsEntry("rejectedPerSecond", 0.0);
        assertThat(second).containsEntry("arrivalRatePerSecond", 0.0).containsEntry("throughputPerSecond", 0.0);
    }

    @Test
    void next_countsThreadsByWhatTheyDid_onAverage() {
        run(10, Duration.ofMillis(20));
        passSinceStart(Duration.ofSeconds(1), Duration.ofMillis(200));

        Map<?, ?> threads = (Map<?, ?>) Objects.requireNonNull(pulse.next().get("threadsBy"));

        // 200 of the 2000 ms that two threads have in a second; CPU time is not measured in a direct pool
        assertThat(threads.get("running")).isEqualTo(0.2);
        assertThat(threads.get("idle")).isEqualTo(1.8);
        assertThat(threads.get("io")).isEqualTo(0.0);
        assertThat(threads.get("cpu")).isEqualTo(Double.NaN);
        assertThat(threads.get("other")).isEqualTo(Double.NaN);
    }

    @Test
    void next_bothAtMost_isTheSumOfThePercentilesThatShareTheRest() {
        // TP99 of 200 tasks leaves two out, half of that one: the single slow task is beyond TP99 and not beyond TP99.5
        run(198, Duration.ofMillis(10));
        run(2, Duration.ofMillis(40));

        Map<String, Object> told = pulse.next();

        assertThat(number(told, "serviceTimeMillis")).isBetween(9.9, 10.1);
        assertThat(number(told, "queueTimeMillis")).isZero();
        assertThat(number(told, "bothAtMostMillis")).isBetween(39.9, 40.1);
    }

    @Test
    void next_whenNothingRan_hasNoTimes() {
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());

        assertThat(pulse.next())
                .containsEntry("queueTimeMillis", Double.NaN)
                .containsEntry("serviceTimeMillis", Double.NaN)
                .containsEntry("bothAtMostMillis", Double.NaN);
    }

    @Test
    void next_withoutAnyTimeInBetween_hasNoRateThatIsNoNumber() {
        assertThat(pulse.next()).containsEntry("arrivalRatePerSecond", 0.0).containsEntry("rejectedPerSecond", 0.0);
    }

    @Test
    void next_afterAResize_tellsTheBoundsThatHold() {
        pool.resize(0, 5, 0);

        assertThat(pulse.next()).containsEntry("spec", "direct:threads=5").containsEntry("maxThreads", 5);
    }

    @Test
    void next_countsRejections_inTheWindowAndInAll() {
        pool.resize(0, 1, 0);
        pool.execute(
                () -> assertThatExceptionOfType(PoolRejectedException.class).isThrownBy(() -> pool.execute(() -> {})));
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());

        assertThat(pulse.next()).containsEntry("rejectedPerSecond", 0.5).containsEntry("rejected", 1L);
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(pulse.next()).containsEntry("rejectedPerSecond", 0.0).containsEntry("rejected", 1L);
    }

    private static double number(Map<String, Object> told, String key) {
        return (double) Objects.requireNonNull(told.get(key));
    }

    private void run(int tasks, Duration each) {
        for (int i = 0; i < tasks; i++) {
            pool.execute(() -> nanos.addAndGet(each.toNanos()));
        }
    }

    private void passSinceStart(Duration whole, Duration used) {
        nanos.addAndGet(whole.minus(used).toNanos());
    }
}
