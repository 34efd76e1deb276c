package dev.multipool.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeasuredWindowTest {
    /** The window crosses the largest long, as a monotonic clock may. */
    private final long start = Long.sum(Long.MAX_VALUE, -10);

    private final MeasuredWindow window = new MeasuredWindow(start, 100);

    @Test
    void contains_itsStartButNotItsEnd() {
        assertThat(window.contains(start - 1)).isFalse();
        assertThat(window.contains(start)).isTrue();
        assertThat(window.contains(start + 99)).isTrue();
        assertThat(window.contains(start + 100)).isFalse();
    }

    @Test
    void endAt_cutsTheWindowShort() {
        window.endAt(start + 40);

        assertThat(window.isOver(start + 40)).isTrue();
        assertThat(window.wasCutShort()).isTrue();
        assertThat(window.lengthNanos()).isEqualTo(40);
    }

    @Test
    void endAt_afterTheEnd_changesNothing() {
        window.endAt(start + 150);

        assertThat(window.wasCutShort()).isFalse();
        assertThat(window.lengthNanos()).isEqualTo(100);
    }

    @Test
    void anExtendedWindow_endsWhereASliceBegins_onceItIsCleanEnough() {
        long second = 1_000_000_000L;
        MeasuredWindow extended = new MeasuredWindow(start, second, 3 * second);

        extended.endWhenCleanEnough(second - 1, start + 2 * second);
        assertThat(extended.lengthNanos()).isEqualTo(3 * second);
        extended.endWhenCleanEnough(second, start + 2 * second + 7);
        extended.endWhenCleanEnough(second, start + 2 * second + second / 2);

        assertThat(extended.lengthNanos()).isEqualTo(2 * second + second / 10);
        assertThat(extended.wasCutShort()).isFalse();
        assertThat(extended.plannedEndNanos()).isEqualTo(start + second);
    }

    @Test
    void anExtendedWindow_stoppedBeforeItsPlannedEnd_wasCutShort() {
        MeasuredWindow extended = new MeasuredWindow(start, 100, 300);

        extended.endAt(start + 99);

        assertThat(extended.wasCutShort()).isTrue();
        assertThat(extended.plannedEndNanos()).isEqualTo(start + 99);
    }

    @Test
    void aWindowThatIsNotExtended_isNotEndedByItsCleanTime() {
        window.endWhenCleanEnough(100, start + 50);

        assertThat(window.lengthNanos()).isEqualTo(100);
    }

    @Test
    void endAt_beforeTheStart_leavesAnEmptyWindow() {
        window.endAt(start - 5);

        assertThat(window.lengthNanos()).isZero();
        assertThat(window.contains(start + 1)).isFalse();
    }
}
