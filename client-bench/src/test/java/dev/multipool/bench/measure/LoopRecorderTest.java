package dev.multipool.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.plan.LoadModel;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoopRecorderTest {
    private static final long WARMUP = 500;
    private static final long INSIDE = 1_500;
    private static final long AFTER = 2_000;

    private final LoopRecorder recorder =
            new LoopRecorder(new MeasuredWindow(1_000, 1_000), LoadModel.ClosedLoop.of(1), Duration.ofNanos(100));

    @Test
    void counts_sortEachCallByWhenItEnds() {
        for (int i = 0; i < 7; i++) {
            recorder.sent();
        }
        answered(WARMUP, 10, true);
        failed(WARMUP, "ELIMIT");
        answered(INSIDE, 10, true);
        answered(INSIDE, 10, false);
        failed(INSIDE, "ELIMIT");
        answered(AFTER, 10, true);
        failed(AFTER, "ERPCTIMEDOUT");

        LoadCounts counts = recorder.counts();

        assertThat(counts).isEqualTo(new LoadCounts(7, 2, 2, 2, 1, Map.of("ELIMIT", 1L), 2));
        assertThat(counts.ended()).isEqualTo(counts.sent());
        assertThat(recorder.failedSoFar()).isEqualTo(3);
    }

    @Test
    void drainTo_keepsTheWarmupOutOfTheTotal() {
        answered(WARMUP, 1_000_000, true);
        answered(INSIDE, 10, true);
        failed(INSIDE, "ELIMIT");
        answered(AFTER, 2_000_000, true);
        Histogram interval = Histograms.newHistogram();
        Histogram total = Histograms.newHistogram();

        recorder.drainTo(interval, total);

        assertThat(interval.getTotalCount()).isEqualTo(2);
        assertThat(total.getTotalCount()).isEqualTo(1);
        assertThat(total.getMaxValue()).isEqualTo(10);
    }

    @Test
    void drainTo_twice_movesEachValueOnce() {
        Histogram total = Histograms.newHistogram();
        answered(INSIDE, 10, true);
        recorder.drainTo(Histograms.newHistogram(), total);
        answered(INSIDE, 20, true);
        Histogram second = Histograms.newHistogram();

        recorder.drainTo(second, total);

        assertThat(second.getTotalCount()).isEqualTo(1);
        assertThat(total.getTotalCount()).isEqualTo(2);
    }

    @Test
    void answeredTooLate_isACallThatIsNotInTime() {
        answered(INSIDE, 100, true);
        answered(INSIDE, 101, true);

        assertThat(recorder.counts().calls()).isEqualTo(2);
        assertThat(recorder.counts().inTime()).isEqualTo(1);
    }

    private void answered(long atNanos, long responseTimeNanos, boolean found) {
        recorder.ended(
                atNanos - responseTimeNanos,
                atNanos,
                new JudgedCall(),
                found ? Verdict.FOUND : Verdict.NOT_FOUND,
                null);
    }

    private void failed(long atNanos, String errorName) {
        recorder.ended(atNanos - 10, atNanos, new JudgedCall(), null, new IllegalStateException(errorName));
    }

    /** Its answers are their own verdicts; its failures tell their names. */
    private static final class JudgedCall implements Call {
        @Override
        public void send(Duration timeout, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
            throw new UnsupportedOperationException("nothing is sent");
        }

        @Override
        public Verdict judge(Object answer) {
            return (Verdict) answer;
        }

        @Override
        public String errorName(@Nullable Throwable failure) {
            return String.valueOf(Objects.requireNonNull(failure).getMessage());
        }
    }
}
