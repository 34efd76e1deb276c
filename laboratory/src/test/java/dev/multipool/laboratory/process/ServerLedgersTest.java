package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.laboratory.process.ServerLedgers.PoolCounts;
import dev.multipool.laboratory.process.ServerLedgers.Reading;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServerLedgersTest {
    private static final PoolCounts AT_100_TASKS = counts(100, 2e6, 1e9, 0.4e9);
    /** 300 more tasks, which were queued for 6 ms each: 400 x 5 ms - 100 x 2 ms = 1.8 s. */
    private static final PoolCounts AT_400_TASKS = counts(400, 5e6, 4e9, 1.3e9);

    private static final Pauses NO_PAUSES = new Pauses(0, 0);

    @Test
    void since_hasWhatWasAddedBetweenTwoReadings() {
        Reading earlier = new Reading(1_000_000_000L, Map.of("select", AT_100_TASKS), NO_PAUSES);
        Reading later = new Reading(3_000_000_000L, Map.of("select", AT_400_TASKS, "common", AT_400_TASKS), NO_PAUSES);

        List<PoolLedger> ledgers = later.since(earlier);

        // of common there is no earlier reading
        assertThat(ledgers).singleElement().satisfies(ledger -> {
            assertThat(ledger.pool()).isEqualTo("select");
            assertThat(ledger.spec()).isEqualTo("fixed:threads=8");
            assertThat(ledger.seconds()).isEqualTo(2);
            assertThat(ledger.tasks().completions()).isEqualTo(300);
            assertThat(ledger.tasks().rejections()).isEqualTo(600);
            assertThat(ledger.tasks().queuedSeconds()).isCloseTo(1.8, within(1e-9));
            assertThat(ledger.threads().busySeconds()).isEqualTo(3);
            assertThat(ledger.threads().cpuSeconds()).isCloseTo(0.9, within(1e-9));
            assertThat(ledger.threads().share(ledger.threads().busySeconds())).isEqualTo(1);
            assertThat(ledger.meanQueueMillis()).isCloseTo(6, within(1e-9));
            assertThat(ledger.meanServiceMillis()).isCloseTo(10, within(1e-9));
            assertThat(ledger.ratePerSecond()).isEqualTo(150);
            assertThat(ledger.rejectionsPerSecond()).isEqualTo(300);
            // 150/s x (6 ms + 10 ms), of which 150/s x 10 ms hold a thread
            assertThat(ledger.activeTasks()).isCloseTo(2.4, within(1e-9));
            assertThat(ledger.busyThreads()).isCloseTo(1.5, within(1e-9));
            assertThat(ledger.deadTimeRatio()).isCloseTo(0.375, within(1e-9));
        });
    }

    @Test
    void since_withoutCpuTimes_hasNone() {
        Reading earlier = new Reading(0, Map.of("select", counts(100, 2e6, 1e9, -1)), NO_PAUSES);
        Reading later = new Reading(1_000_000_000L, Map.of("select", counts(400, 5e6, 4e9, -1)), NO_PAUSES);

        assertThat(later.since(earlier).get(0).threads().cpuSeconds()).isNull();
    }

    @Test
    void plus_ofTwoRuns_isAsIfTheyWereOneWindow() {
        PoolLedger one = new Reading(2_000_000_000L, Map.of("select", AT_400_TASKS), NO_PAUSES)
                .since(new Reading(0, Map.of("select", AT_100_TASKS), NO_PAUSES))
                .get(0);

        PoolLedger two = one.plus(one);

        assertThat(two.tasks().completions()).isEqualTo(600);
        assertThat(two.ratePerSecond()).isEqualTo(one.ratePerSecond());
        assertThat(two.meanQueueMillis()).isCloseTo(one.meanQueueMillis(), within(1e-9));
        assertThat(two.busyThreads()).isCloseTo(one.busyThreads(), within(1e-9));
    }

    @Test
    void attach_toAProcessThatIsNotThere_fails() {
        assertThatExceptionOfType(ProcessFailedException.class)
                .isThrownBy(() -> ServerLedgers.attach(Integer.MAX_VALUE))
                .withMessageStartingWith("server 2147483647 can't be asked for its ledgers");
    }

    private static PoolCounts counts(long completions, double meanQueueNanos, double busyNanos, double cpuNanos) {
        Map<String, Double> numbers = new TreeMap<>();
        numbers.put("CompletionsTasks", (double) completions);
        numbers.put("RejectedPoolFullTasks", 2.0 * completions);
        numbers.put("MeanQueueTimeNanos", meanQueueNanos);
        numbers.put("BusyNanos", busyNanos);
        numbers.put("CpuNanos", cpuNanos);
        return new PoolCounts("fixed:threads=8", numbers);
    }
}
