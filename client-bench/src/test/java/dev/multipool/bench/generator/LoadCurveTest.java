package dev.multipool.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.plan.Plans;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadCurveTest {
    private static final long SECOND = 1_000_000_000L;
    private static final LoadPlan.Timing WARM =
            new LoadPlan.Timing(Duration.ofSeconds(2), Duration.ofSeconds(10), Plans.SECOND);

    @Test
    void nanosOfCount_goesThroughWarmUpStepsAndBeyond() {
        // 2 s at 100/s, 3 s at 100/s, 3 s at 200/s, then 200/s
        LoadCurve curve = new LoadCurve(7, LoadProfile.staircase(100, 100, 200, Duration.ofSeconds(3)), WARM);

        assertThat(curve.nanosOfCount(0)).isZero();
        assertThat(curve.nanosOfCount(500)).isEqualTo(5 * SECOND);
        assertThat(curve.nanosOfCount(700)).isEqualTo(6 * SECOND);
        assertThat(curve.nanosOfCount(1_300)).isEqualTo(9 * SECOND);
    }

    @Test
    void nanosOfCount_onARampDown_isTheAreasInverse() {
        // 1000 t - 45 t²
        LoadCurve curve = new LoadCurve(7, LoadProfile.ramp(1_000, 100, Duration.ofSeconds(10)), Plans.COLD);

        for (double seconds : new double[] {0.001, 1, 4.2, 9.999, 10}) {
            long nanos = curve.nanosOfCount(1_000 * seconds - 45 * seconds * seconds);
            assertThat((double) nanos).isCloseTo(seconds * SECOND, within(10.0));
        }
    }

    @Test
    void warmupLevel_isHeldUntilTheLoadSettles() {
        LoadPlan.Timing timing =
                new LoadPlan.Timing(Duration.ofSeconds(5), 300.0, Duration.ofSeconds(10), Plans.SECOND);
        LoadCurve calls = new LoadCurve(100, LoadProfile.CONSTANT, timing);
        LoadCurve users = new LoadCurve(100, LoadProfile.CONSTANT, timing);

        // 4 s at 300/s, then 100/s
        assertThat(calls.nanosOfCount(1_200)).isEqualTo(4 * SECOND);
        assertThat(calls.nanosOfCount(1_300)).isEqualTo(5 * SECOND);
        assertThat(calls.nanosOfCount(2_300)).isEqualTo(15 * SECOND);
        assertThat(users.nextActiveNanos(299, 0)).isZero();
        assertThat(users.nextActiveNanos(299, 4 * SECOND)).isEqualTo(Long.MAX_VALUE);
        assertThat(users.nextActiveNanos(99, 4 * SECOND)).isEqualTo(4 * SECOND);
    }

    @Test
    void warmupLevel_ofAShortWarmup_settlesInItsSecondHalf() {
        LoadCurve users = new LoadCurve(
                1, LoadProfile.CONSTANT, new LoadPlan.Timing(Plans.SECOND, 5.0, Plans.SECOND, Plans.SECOND));

        assertThat(users.nextActiveNanos(4, SECOND / 2 - 1)).isEqualTo(SECOND / 2 - 1);
        assertThat(users.nextActiveNanos(4, SECOND / 2)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void nextActive_ofAConstantLoad_isAlwaysNow() {
        LoadCurve curve = new LoadCurve(3, LoadProfile.CONSTANT, WARM);

        assertThat(curve.nextActiveNanos(2, 17)).isEqualTo(17);
        assertThat(curve.nextActiveNanos(3, 17)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void nextActive_onSpikes_isTheirBegin() {
        LoadProfile twice = new LoadProfile(List.of(step(5), step(1), step(5), step(1)));
        LoadCurve curve = new LoadCurve(1, twice, WARM);

        assertThat(curve.nextActiveNanos(0, 0)).isZero();
        assertThat(curve.nextActiveNanos(4, 0))
                .as("the warm-up runs at the first level")
                .isZero();
        assertThat(curve.nextActiveNanos(4, 3 * SECOND)).isEqualTo(4 * SECOND);
        assertThat(curve.nextActiveNanos(4, 4 * SECOND + 5)).isEqualTo(4 * SECOND + 5);
        assertThat(curve.nextActiveNanos(4, 5 * SECOND)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void nextActive_onARamp_isWhenTheLevelGetsThere() {
        LoadCurve curve = new LoadCurve(1, LoadProfile.ramp(10, 20, Duration.ofSeconds(10)), WARM);

        assertThat(curve.nextActiveNanos(9, 0)).isZero();
        // the 15th user, 4.99.. s into the ramp
        assertThat(curve.nextActiveNanos(14, 0)).isCloseTo(7 * SECOND, within(1_000L));
        assertThat(curve.nextActiveNanos(19, 0)).isCloseTo(12 * SECOND, within(1_000L));
        assertThat(curve.nextActiveNanos(20, 0)).isEqualTo(Long.MAX_VALUE);
    }

    private static LoadProfile.Step step(double level) {
        return new LoadProfile.Step(level, level, Duration.ofSeconds(1));
    }
}
