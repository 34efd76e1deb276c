package dev.multipool.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.result.LoadResult.Disturbance;
import dev.multipool.bench.stall.Stall;
import org.junit.jupiter.api.Test;

/** Times are milliseconds from the window's begin; the run begins 500 before it, the window is 1050 long. */
class SliceJudgeTest {
    private static final long MILLI = 1_000_000;

    private final long start = Long.sum(Long.MAX_VALUE, -300 * MILLI);
    private final MeasuredWindow window = new MeasuredWindow(start, 1_050 * MILLI);
    private final SliceJudge judge = new SliceJudge(window, at(-500), false);

    @Test
    void aStall_disturbsEverySliceThatItOverlaps() {
        stall(199, 301);

        assertThat(judge.isClean(at(99))).isTrue();
        assertThat(judge.isClean(at(100))).isFalse();
        assertThat(judge.isClean(at(399))).isFalse();
        assertThat(judge.isClean(at(400))).isTrue();
    }

    @Test
    void aStallUpToTheEdge_leavesTheNextSliceClean() {
        stall(100, 200);

        assertThat(judge.isClean(at(99))).isTrue();
        assertThat(judge.isClean(at(199))).isFalse();
        assertThat(judge.isClean(at(200))).isTrue();
    }

    @Test
    void aStallUnderIndependentCalls_disturbsWhatTheServiceNeedsToCatchUp() {
        SliceJudge open = new SliceJudge(window, at(-500), true);
        open.add(new Stall(at(210), at(230), Stall.Cause.STOLEN, 0));

        assertThat(open.isClean(at(199))).isTrue();
        // 20 ms, and nine times as long: up to 410
        assertThat(open.isClean(at(200), at(299))).isFalse();
        assertThat(open.isClean(at(300), at(399))).isFalse();
        assertThat(open.isClean(at(400), at(499))).isFalse();
        assertThat(open.isClean(at(500))).isTrue();
        assertThat(open.disturbance()).isEqualTo(new Disturbance(11, 3, 1, 20, 0.02));
    }

    @Test
    void aStallBeforeTheRun_disturbsItWhileTheServiceCatchesUp() {
        SliceJudge open = new SliceJudge(window, at(-500), true);
        open.add(new Stall(at(-600), at(-580), Stall.Cause.STOLEN, 0));

        assertThat(open.isClean(at(-401))).isFalse();
        assertThat(open.isClean(at(-400))).isTrue();
        assertThat(open.disturbance()).isEqualTo(new Disturbance(11, 0, 0, 0, 0));
    }

    @Test
    void cleanNanos_areTheSlicesWithoutAStall_asFarAsAsked() {
        stall(250, 260);
        stall(1_010, 1_020);

        assertThat(judge.cleanNanos(at(-10))).isZero();
        assertThat(judge.cleanNanos(at(230))).isEqualTo(200 * MILLI);
        assertThat(judge.cleanNanos(at(500))).isEqualTo(400 * MILLI);
        // the last slice has 50 ms
        assertThat(judge.cleanNanos(at(5_000))).isEqualTo(900 * MILLI);
    }

    @Test
    void disturbance_isOfTheWindow_andCountsTimeOnce() {
        stall(-900, -600);
        stall(-300, -200);
        stall(-50, 30);
        stall(420, 480);
        stall(450, 510);
        stall(2_000, 2_500);

        assertThat(judge.disturbance()).isEqualTo(new Disturbance(11, 3, 3, 60, 0.12));
    }

    @Test
    void disturbance_withoutAStall_isNone() {
        assertThat(judge.disturbance()).isEqualTo(new Disturbance(11, 0, 0, 0, 0));
        assertThat(judge.cleanNanos(window.endNanos())).isEqualTo(window.lengthNanos());
    }

    @Test
    void disturbance_ofAWindowThatNeverBegan_isNone() {
        window.endAt(at(-100));
        stall(-200, 300);

        assertThat(judge.disturbance()).isEqualTo(new Disturbance(0, 0, 0, 0, 0));
    }

    @Test
    void hasJudged_isTrueOfWholeSlices() {
        judge.judgeUntil(at(250));

        assertThat(judge.hasJudged(at(-400))).isTrue();
        assertThat(judge.hasJudged(at(199))).isTrue();
        assertThat(judge.hasJudged(at(200))).isFalse();
        judge.judgeAll();
        assertThat(judge.hasJudged(at(100_000))).isTrue();
    }

    @Test
    void judgeUntil_beforeTheRun_judgesNothing() {
        judge.judgeUntil(at(-3_000));

        assertThat(judge.hasJudged(at(-500))).isFalse();
    }

    private long at(long millis) {
        return start + millis * MILLI;
    }

    private void stall(long beginMillis, long endMillis) {
        judge.add(new Stall(at(beginMillis), at(endMillis), Stall.Cause.LATE_WAKE, Stall.ANY_CPU));
    }
}
