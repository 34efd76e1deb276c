package dev.multipool.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThroughputSeriesTest {
    private static final long SECOND = 1_000_000_000L;
    /** Far from 0 and about to overflow: a monotonic clock may start anywhere. */
    private final long start = Long.sum(Long.MAX_VALUE, -SECOND);

    private final ThroughputSeries series = new ThroughputSeries(new MeasuredWindow(start, 6 * SECOND));

    @Test
    void perSecond_countsBySecondOfTheWindow() {
        add(0, 3);
        add(SECOND - 1, 1);
        add(SECOND, 2);
        add(6 * SECOND - 1, 5);

        assertThat(series.perSecond(6 * SECOND)).containsExactly(4L, 2L, 0L, 0L, 0L, 5L);
    }

    @Test
    void perSecond_ofAWindowCutShort_endsWhereItEnded() {
        add(0, 3);

        assertThat(series.perSecond(SECOND + SECOND / 2)).containsExactly(3L, 0L);
    }

    @Test
    void drifts_whenTheLastThirdIsFaster() {
        add(SECOND, 1000);
        add(5 * SECOND, 1200);

        assertThat(series.drifts(0.15)).isTrue();
        assertThat(series.firstThirdPerSecond()).isEqualTo(500);
        assertThat(series.lastThirdPerSecond()).isEqualTo(600);
    }

    @Test
    void drifts_notWithinTheShare() {
        add(SECOND, 1000);
        add(5 * SECOND, 1150);

        assertThat(series.drifts(0.15)).isFalse();
    }

    @Test
    void drifts_notWhenTheCountsAreSmallEnoughForChance() {
        add(SECOND, 10);
        add(5 * SECOND, 16);

        assertThat(series.drifts(0.15)).isFalse();
    }

    @Test
    void addAll_sumsSecondsAndThirds() {
        ThroughputSeries other = new ThroughputSeries(new MeasuredWindow(start, 6 * SECOND));
        add(0, 100);
        other.add(start);
        other.add(start + 5 * SECOND);

        series.addAll(other);

        assertThat(series.perSecond(6 * SECOND)).containsExactly(101L, 0L, 0L, 0L, 0L, 1L);
        assertThat(series.drifts(0.15)).isTrue();
    }

    private void add(long offsetNanos, int times) {
        for (int i = 0; i < times; i++) {
            series.add(start + offsetNanos);
        }
    }
}
