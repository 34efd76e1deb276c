package dev.multipool.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.result.StepResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepSeriesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final LoadProfile STAIRS = LoadProfile.staircase(10, 10, 30, Duration.ofSeconds(2));

    private final MeasuredWindow window = new MeasuredWindow(5 * SECOND, 6 * SECOND);

    @Test
    void results_countEachCallInItsStep() {
        StepSeries series = new StepSeries(window, STAIRS);
        series.answered(5 * SECOND, 1_000_000);
        series.answered(7 * SECOND - 1, 3_000_000);
        series.failed(7 * SECOND);
        StepSeries other = new StepSeries(window, STAIRS);
        other.answered(11 * SECOND - 1, 9_000_000);
        series.addAll(other);

        List<StepResult> results = series.results(6 * SECOND);

        assertThat(results).extracting(StepResult::fromLevel).containsExactly(10.0, 20.0, 30.0);
        assertThat(results).extracting(StepResult::calls).containsExactly(2L, 0L, 1L);
        assertThat(results).extracting(StepResult::failed).containsExactly(0L, 1L, 0L);
        assertThat(results.get(0).throughputPerSecond()).isEqualTo(1);
        assertThat(results.get(0).responseTime().maxMillis()).isBetween(3.0, 3.01);
    }

    @Test
    void results_ofAWindowCutShort_endWithIt() {
        StepSeries series = new StepSeries(window, STAIRS);
        series.answered(8 * SECOND, 1_000_000);

        List<StepResult> results = series.results(3 * SECOND + SECOND / 2);

        assertThat(results).extracting(StepResult::seconds).containsExactly(2.0, 1.5);
    }

    @Test
    void results_ofAConstantLoad_areNone() {
        StepSeries series = new StepSeries(window, LoadProfile.CONSTANT);
        series.answered(8 * SECOND, 1_000_000);

        assertThat(series.results(6 * SECOND)).isEmpty();
    }
}
