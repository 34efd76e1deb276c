package dev.multipool.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoopRecorderTest {
    private static final long WARMUP = 500;
    private static final long INSIDE = 1_500;
    private static final long AFTER = 2_000;

    private final LoopRecorder recorder = new LoopRecorder(new MeasuredWindow(1_000, 1_000));

    @Test
    void counts_sortEachCallByWhenItEnds() {
        for (int i = 0; i < 7; i++) {
            recorder.sent();
        }
        recorder.answered(WARMUP, 10, true);
        recorder.failed(WARMUP, "ELIMIT");
        recorder.answered(INSIDE, 10, true);
        recorder.answered(INSIDE, 10, false);
        recorder.failed(INSIDE, "ELIMIT");
        recorder.answered(AFTER, 10, true);
        recorder.failed(AFTER, "ERPCTIMEDOUT");

        LoadCounts counts = recorder.counts();

        assertThat(counts).isEqualTo(new LoadCounts(7, 2, 2, 1, Map.of("ELIMIT", 1L), 2));
        assertThat(counts.ended()).isEqualTo(counts.sent());
        assertThat(recorder.failedSoFar()).isEqualTo(3);
    }

    @Test
    void drainTo_keepsTheWarmupOutOfTheTotal() {
        recorder.answered(WARMUP, 1_000_000, true);
        recorder.answered(INSIDE, 10, true);
        recorder.failed(INSIDE, "ELIMIT");
        recorder.answered(AFTER, 2_000_000, true);
        Histogram interval = LoopRecorder.newHistogram();
        Histogram total = LoopRecorder.newHistogram();

        recorder.drainTo(interval, total);

        assertThat(interval.getTotalCount()).isEqualTo(2);
        assertThat(total.getTotalCount()).isEqualTo(1);
        assertThat(total.getMaxValue()).isEqualTo(10);
    }

    @Test
    void drainTo_twice_movesEachValueOnce() {
        Histogram total = LoopRecorder.newHistogram();
        recorder.answered(INSIDE, 10, true);
        recorder.drainTo(LoopRecorder.newHistogram(), total);
        recorder.answered(INSIDE, 20, true);
        Histogram second = LoopRecorder.newHistogram();

        recorder.drainTo(second, total);

        assertThat(second.getTotalCount()).isEqualTo(1);
        assertThat(total.getTotalCount()).isEqualTo(2);
    }
}
