package dev.multipool.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.result.LoadResult.CurvePoint;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadResultsTest {
    @Test
    void curve_climbsToTheSlowestCall() {
        Histogram nanos = Histograms.newHistogram();
        for (int millis = 1; millis <= 1000; millis++) {
            nanos.recordValue(TimeUnit.MILLISECONDS.toNanos(millis));
        }

        List<CurvePoint> curve = LoadResults.curve(nanos);

        assertThat(curve).isSortedAccordingTo(Comparator.comparingDouble(CurvePoint::millis));
        assertThat(curve.get(curve.size() - 1).percentile()).isEqualTo(100);
        assertThat(curve.get(curve.size() - 1).millis()).isBetween(1000.0, 1001.0);
        assertThat(curve).anySatisfy(point -> {
            assertThat(point.percentile()).isBetween(99.0, 99.9);
            assertThat(point.millis()).isBetween(990.0, 1000.0);
        });
    }

    @Test
    void curve_withoutCalls_isEmpty() {
        assertThat(LoadResults.curve(Histograms.newHistogram())).isEmpty();
    }
}
