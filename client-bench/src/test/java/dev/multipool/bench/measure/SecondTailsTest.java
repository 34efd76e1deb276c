package dev.multipool.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.multipool.bench.result.LoadResult.SecondTail;
import dev.multipool.bench.stall.Stall;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class SecondTailsTest {
    private static final long START = 7_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final MeasuredWindow WINDOW = new MeasuredWindow(START, 3 * SECOND + SECOND / 4);

    private final SliceJudge judge = new SliceJudge(WINDOW, 0, false);
    private final SecondTails tails = new SecondTails();

    @Test
    void eachWholeSecondHasItsOwnTail_andARestHasNone() {
        for (int second = 0; second < 3; second++) {
            tails.add(second * SECOND, SECOND, times(99, second + 1, 1));
        }
        tails.add(3 * SECOND, SECOND / 4, times(0, 0, 20));
        judge.judgeAll();

        assertThat(tails.clean(WINDOW, judge))
                .extracting(SecondTail::startSeconds, SecondTail::calls)
                .containsExactly(second(0), second(1), second(2));
        assertThat(tails.clean(WINDOW, judge)).allSatisfy(second -> assertThat(second.p99Millis())
                .isBetween(second.startSeconds() + 1, second.startSeconds() + 1.01));
    }

    @Test
    void aSecondThatAStallDisturbed_isLeftOut() {
        for (int second = 0; second < 3; second++) {
            tails.add(second * SECOND, SECOND, times(100, 1, 0));
        }
        judge.add(new Stall(START + 2 * SECOND - 1, START + 2 * SECOND, Stall.Cause.LATE_WAKE, Stall.ANY_CPU));
        judge.judgeAll();

        assertThat(tails.clean(WINDOW, judge))
                .extracting(SecondTail::startSeconds)
                .containsExactly(0.0, 2.0);
    }

    @Test
    void aSecondWithoutAnAnswer_isThere() {
        tails.add(0, SECOND, Histograms.newHistogram());
        judge.judgeAll();

        assertThat(tails.clean(WINDOW, judge)).isEqualTo(List.of(new SecondTail(0, 1, 0, 0)));
    }

    private static Tuple second(int second) {
        return tuple((double) second, 100L);
    }

    /** So many calls of so many milliseconds, and some of 500 ms. */
    private static Histogram times(int calls, int millis, int slow) {
        Histogram times = Histograms.newHistogram();
        for (int i = 0; i < calls; i++) {
            times.recordValue(Duration.ofMillis(millis).toNanos());
        }
        for (int i = 0; i < slow; i++) {
            times.recordValue(Duration.ofMillis(500).toNanos());
        }
        return times;
    }
}
