package dev.multipool.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.stall.Stall;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Times are milliseconds from the window's begin, which lies where a monotonic clock overflows; slices are 100 long. */
class SlicedCallsTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final int ANSWERED = 0;
    private static final int FAILED = 9;

    private final long start = Long.sum(Long.MAX_VALUE, -SECOND);
    private final MeasuredWindow window = new MeasuredWindow(start, 10 * SECOND);
    private final SliceJudge judge = new SliceJudge(window, start - SECOND, false);
    private final SlicedCalls byEnd = new SlicedCalls(window, false);
    private final SlicedCalls byBegin = new SlicedCalls(window, true);

    @Test
    void nothingDisturbed_allCallsAreClean() {
        call(-50, 10);
        call(10, 20);
        call(30, 250);
        fail(260, 270);

        finish();

        assertThat(byEnd.counted(ANSWERED)).isEqualTo(3);
        assertThat(byEnd.untouched(ANSWERED)).isEqualTo(3);
        assertThat(byEnd.counted(FAILED)).isEqualTo(1);
        assertThat(byEnd.values()).isEqualTo(histogram(60, 10, 220));
    }

    @Test
    void aCallWithinADisturbedSlice_isLeftOut() {
        stall(150, 160);
        call(10, 20);
        call(110, 120);
        fail(170, 180);
        call(210, 220);

        finish();

        assertThat(byEnd.counted(ANSWERED)).isEqualTo(2);
        assertThat(byEnd.counted(FAILED)).isZero();
        assertThat(byEnd.untouched(FAILED)).isZero();
        assertThat(byEnd.values().getTotalCount()).isEqualTo(2);
    }

    @Test
    void aCallThatMetADisturbedSlice_countsByItsMomentOnly() {
        stall(150, 160);
        call(190, 210);

        finish();

        assertThat(byEnd.counted(ANSWERED)).as("ended in a clean slice").isEqualTo(1);
        assertThat(byBegin.counted(ANSWERED)).as("due in a disturbed slice").isZero();
        assertThat(byEnd.untouched(ANSWERED)).isZero();
        assertThat(byBegin.untouched(ANSWERED)).isZero();
        assertThat(byEnd.values().getTotalCount()).isZero();
    }

    @Test
    void aCallAroundADisturbedSlice_isLeftOutOfTheTimes() {
        stall(150, 160);
        call(50, 350);

        finish();

        assertThat(byEnd.counted(ANSWERED)).isEqualTo(1);
        assertThat(byBegin.counted(ANSWERED)).isEqualTo(1);
        assertThat(byEnd.values().getTotalCount()).isZero();
    }

    @Test
    void aCallThatMetAStallOfTheWarmup_isLeftOutOfTheTimes() {
        stall(-250, -240);
        call(-300, 50);
        call(-150, 60);

        finish();

        assertThat(byEnd.values()).isEqualTo(histogram(210));
    }

    /** No stall of the machine: the service held it, and that is what is measured. */
    @Test
    void aLongResponseWithoutAStall_staysInFull() {
        call(10, 20);
        call(50, 5_050);

        finish();

        assertThat(byEnd.values()).isEqualTo(histogram(10, 5_000));
        assertThat(byBegin.values()).isEqualTo(histogram(10, 5_000));
    }

    @Test
    void aValueOfItsOwn_isKeptInsteadOfTheLength() {
        byBegin.record(ANSWERED, at(10), at(40), 7 * MILLI);
        byBegin.record(ANSWERED, at(90), at(140), 8 * MILLI);

        byBegin.finish(judged());

        assertThat(byBegin.values()).isEqualTo(histogram(7, 8));
    }

    @Test
    void judgedSlices_areSummedUpDuringTheRun_andOnlyFewWait() {
        for (long second = 0; second < 1_000; second++) {
            long millis = second * 1_000;
            stall(millis + 400, millis + 410);
            for (long slice = 0; slice < 10; slice++) {
                call(millis + slice * 100 + 1, millis + slice * 100 + 11);
            }
            judge.judgeUntil(at(millis - 2_000));
            byEnd.sumUp(judge);
            byBegin.sumUp(judge);
            assertThat(byEnd.waiting()).isLessThanOrEqualTo(30);
        }

        finish();

        assertThat(byEnd.counted(ANSWERED)).isEqualTo(9_000);
        assertThat(byEnd.values().getTotalCount()).isEqualTo(9_000);
    }

    @Test
    void aStallToldOfTooLate_leavesJudgedSlicesAlone() {
        call(10, 20);
        call(110, 120);
        call(210, 220);
        judge.judgeUntil(at(150));
        byEnd.sumUp(judge);
        stall(50, 130);

        finish();

        assertThat(byEnd.counted(ANSWERED)).isEqualTo(2);
        assertThat(judge.cleanNanos(at(200))).isEqualTo(100 * MILLI);
    }

    @Test
    void randomCalls_cleanAndDisturbedTogether_areAll() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 20; i++) {
            long beginMillis = random.nextLong(10_000);
            stall(beginMillis, beginMillis + 1 + random.nextLong(50));
        }
        long expectedByEnd = 0;
        Histogram expected = Histograms.newHistogram();
        for (long endMillis = 0; endMillis < 10_000; endMillis++) {
            long beginMillis = endMillis - random.nextLong(30);
            call(beginMillis, endMillis);
            expectedByEnd += judge.isClean(at(endMillis)) ? 1 : 0;
            if (judge.isClean(at(beginMillis), at(endMillis))) {
                expected.recordValue((endMillis - beginMillis) * MILLI);
            }
        }

        finish();

        assertThat(byEnd.counted(ANSWERED)).isEqualTo(expectedByEnd);
        assertThat(byEnd.values()).isEqualTo(expected);
        assertThat(byBegin.values()).isEqualTo(expected);
    }

    @Test
    void summedUpWhileTheLoopWrites_loseNothing() throws InterruptedException {
        long calls = 160_000;
        AtomicBoolean written = new AtomicBoolean();
        Thread loop = new Thread(() -> {
            for (long i = 0; i < calls; i++) {
                // 500 calls in a slice, one in 16 from the one before
                long endNanos = start + i * MILLI / 5;
                long lengthNanos = (i % 16 == 0 ? 101 : 1) * MILLI;
                byEnd.record(ANSWERED, endNanos - lengthNanos, endNanos, lengthNanos);
            }
            written.set(true);
        });
        judge.judgeAll();

        loop.start();
        while (!written.get()) {
            byEnd.sumUp(judge);
        }
        loop.join();
        byEnd.finish(judge);

        assertThat(byEnd.counted(ANSWERED)).isEqualTo(calls);
        assertThat(byEnd.untouched(ANSWERED)).isEqualTo(calls);
        Histogram expected = Histograms.newHistogram();
        expected.recordValueWithCount(101 * MILLI, calls / 16);
        expected.recordValueWithCount(MILLI, calls - calls / 16);
        assertThat(byEnd.values()).isEqualTo(expected);
    }

    private long at(long millis) {
        return start + millis * MILLI;
    }

    private void call(long beginMillis, long endMillis) {
        byEnd.record(ANSWERED, at(beginMillis), at(endMillis), (endMillis - beginMillis) * MILLI);
        byBegin.record(ANSWERED, at(beginMillis), at(endMillis), (endMillis - beginMillis) * MILLI);
    }

    private void fail(long beginMillis, long endMillis) {
        byEnd.record(FAILED, at(beginMillis), at(endMillis), SlicedCalls.NO_VALUE);
    }

    private void stall(long beginMillis, long endMillis) {
        judge.add(new Stall(at(beginMillis), at(endMillis), Stall.Cause.STOLEN, 0));
    }

    private SliceJudge judged() {
        judge.judgeAll();
        return judge;
    }

    private void finish() {
        byEnd.finish(judged());
        byBegin.finish(judge);
    }

    private static Histogram histogram(long... millis) {
        Histogram histogram = Histograms.newHistogram();
        for (long value : millis) {
            histogram.recordValue(value * MILLI);
        }
        return histogram;
    }
}
