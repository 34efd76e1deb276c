package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LedgerBytesTest {
    private static final PoolState STATE = new PoolState("business", 3, 4, 100, 2, 5);

    @Test
    void aSnapshot_isReadAsItWasWritten() {
        LedgerSnapshot written = snapshot(1_000, 40, 7_000_000);

        LedgerSnapshot read = LedgerSnapshot.fromBytes(written.toBytes());

        assertThat(read.state()).isEqualTo(STATE);
        assertThat(read.counts()).isEqualTo(written.counts());
        assertThat(read.times()).isEqualTo(written.times());
        assertThat(read.windowNanos()).isEqualTo(written.windowNanos());
        assertThat(read.concurrency()).isEqualTo(written.concurrency());
        assertThat(read.littlesLawConcurrency()).isEqualTo(written.littlesLawConcurrency());
        assertThat(read.serviceTimeNanos())
                .hasToString(written.serviceTimeNanos().toString());
        assertThat(read.queueTimeNanos()).hasToString(written.queueTimeNanos().toString());
        assertThat(read.tasks().queueDepth())
                .hasToString(written.tasks().queueDepth().toString());
    }

    @Test
    void twoSnapshotsThatWereRead_makeAWindow() {
        LedgerSnapshot earlier =
                LedgerSnapshot.fromBytes(snapshot(1_000, 20, 1_000).toBytes());
        LedgerSnapshot later =
                LedgerSnapshot.fromBytes(snapshot(3_000, 100, 9_000_000_000L).toBytes());

        assertThat(later.since(earlier).serviceTimeNanos().count()).isEqualTo(80);
        assertThat(later.since(earlier).windowNanos()).isEqualTo(2_000);
    }

    @Test
    void whatIsNoLedger_isRefused() {
        byte[] whole = snapshot(1_000, 40, 1_000).toBytes();

        assertThatIllegalArgumentException().isThrownBy(() -> LedgerSnapshot.fromBytes(new byte[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> LedgerSnapshot.fromBytes(new byte[] {9, 9}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LedgerSnapshot.fromBytes(Arrays.copyOf(whole, whole.length - 1)));
    }

    private static LedgerSnapshot snapshot(long end, int tasks, long serviceNanos) {
        return new LedgerSnapshot(
                STATE,
                -500,
                end,
                new TaskCounts(tasks + 17, tasks, 1, 2, 3, new Rejections(1, 2, 3, 4)),
                new WorkerTimes(9_000, 8_000, -1, 5, 6, 7),
                new TaskTimes(values(tasks, 50), values(tasks, serviceNanos), values(tasks, 3), 123_456, 654_321));
    }

    private static Distribution values(int count, long value) {
        Histogram histogram = new Histogram(3);
        // what later snapshots are larger by is among the values of all
        histogram.recordValueWithCount(1_000, 20);
        histogram.recordValueWithCount(value, count - 20);
        return Distribution.of(histogram, 20_000 + value * (count - 20));
    }
}
