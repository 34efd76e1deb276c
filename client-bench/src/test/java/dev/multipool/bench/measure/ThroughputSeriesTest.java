package dev.multipool.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.measure.ThroughputSeries.Thirds;
import dev.multipool.bench.stall.Stall;
import org.junit.jupiter.api.Test;

class ThroughputSeriesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000;

    /** Far from 0 and about to overflow: a monotonic clock may start anywhere. */
    private final long start = Long.sum(Long.MAX_VALUE, -SECOND);

    private final MeasuredWindow window = new MeasuredWindow(start, 6 * SECOND);
    private final ThroughputSeries series = new ThroughputSeries(window);
    private final SliceJudge judge = new SliceJudge(window, start, false);

    @Test
    void perSecond_countsBySecondOfTheWindow() {
        add(0, 3);
        add(SECOND - 1, 1);
        add(SECOND, 2);
        add(6 * SECOND - 1, 5);

        assertThat(series.perSecond()).containsExactly(4L, 2L, 0L, 0L, 0L, 5L);
    }

    @Test
    void perSecond_ofAWindowCutShort_endsWhereItEnded() {
        add(0, 3);
        window.endAt(start + SECOND + SECOND / 2);

        assertThat(series.perSecond()).containsExactly(3L, 0L);
    }

    @Test
    void thirds_areTheEndsOfTheWindow() {
        add(SECOND, 1000);
        add(3 * SECOND, 7);
        add(5 * SECOND, 1200);

        assertThat(series.thirds(judge)).isEqualTo(new Thirds(1000, 1200, 2));
    }

    @Test
    void thirds_areOfCleanSlicesOnly() {
        add(0, 1);
        add(SECOND, 1000);
        add(5 * SECOND, 1200);
        judge.add(new Stall(start, start + 100 * MILLI, Stall.Cause.STOLEN, 0));
        judge.add(new Stall(start + 5 * SECOND, start + 5 * SECOND + 150 * MILLI, Stall.Cause.STOLEN, 0));

        // 57 of 60 slices are clean
        assertThat(series.thirds(judge)).isEqualTo(new Thirds(1000, 0, 1.9));
    }

    @Test
    void thirds_upToAMoment_areThoseOfTheWindowSoFar() {
        add(0, 1000);
        add(2 * SECOND, 400);
        add(5 * SECOND, 1200);

        assertThat(series.thirds(judge, start + 3 * SECOND)).isEqualTo(new Thirds(1000, 400, 1));
        assertThat(series.thirds(judge, start - SECOND)).isNull();
    }

    @Test
    void thirds_ofFewerThanThreeSlices_areUnknown() {
        window.endAt(start + 299 * MILLI);

        assertThat(series.thirds(judge)).isNull();
    }

    @Test
    void differBy_isMoreThanTheShareAndMoreThanChance() {
        assertThat(new Thirds(1000, 1200, 2).differBy(0.15)).isTrue();
        assertThat(new Thirds(1000, 1150, 2).differBy(0.15)).isFalse();
        assertThat(new Thirds(10, 16, 2).differBy(0.15)).isFalse();
    }

    @Test
    void perSecondRates_areOfTheirOwnLength() {
        Thirds thirds = new Thirds(1000, 1200, 2);

        assertThat(thirds.firstPerSecond()).isEqualTo(500);
        assertThat(thirds.lastPerSecond()).isEqualTo(600);
    }

    @Test
    void addAll_sumsSlices() {
        ThroughputSeries other = new ThroughputSeries(window);
        add(0, 100);
        other.add(start);
        other.add(start + 5 * SECOND);

        series.addAll(other);

        assertThat(series.perSecond()).containsExactly(101L, 0L, 0L, 0L, 0L, 1L);
    }

    private void add(long offsetNanos, int times) {
        for (int i = 0; i < times; i++) {
            series.add(start + offsetNanos);
        }
    }
}
