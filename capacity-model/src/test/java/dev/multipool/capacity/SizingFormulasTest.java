package dev.multipool.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SizingFormulasTest {

    @Test
    void littlesLaw_ofTheExample() {
        assertThat(SizingFormulas.littlesLaw(100, Duration.ofMillis(50))).isCloseTo(5, within(1e-9));
    }

    /** Threads over mean seconds is the rate: the four loads of the Hystrix test, 10 threads each. */
    @Test
    void littlesLaw_ofThePublishedLoadTest_isTenThreads() {
        assertThat(SizingFormulas.littlesLaw(31.25, Duration.ofMillis(320))).isCloseTo(10, within(1e-9));
        assertThat(SizingFormulas.littlesLaw(125, Duration.ofMillis(80))).isCloseTo(10, within(1e-9));
        assertThat(SizingFormulas.littlesLaw(500, Duration.ofMillis(20))).isCloseTo(10, within(1e-9));
        assertThat(SizingFormulas.littlesLaw(2000, Duration.ofMillis(5))).isCloseTo(10, within(1e-9));
    }

    @Test
    void goetz_ofTheExample() {
        assertThat(SizingFormulas.goetz(4, 1, 3)).isEqualTo(16);
        assertThat(SizingFormulas.goetz(4, 0.8, 0)).isEqualTo(4);
    }

    @Test
    void hystrix_ofTheTwoExamples() {
        assertThat(SizingFormulas.hystrix(30, Duration.ofMillis(200), 4)).isEqualTo(10);
        assertThat(SizingFormulas.hystrix(1124, Duration.ofMillis(6), 3)).isEqualTo(10);
        assertThat(SizingFormulas.hystrix(1124, Duration.ofMillis(6), 0)).isEqualTo(7);
    }

    @Test
    void rulesOfThumb_ofTheExamples() {
        assertThat(SizingFormulas.ioBound(4)).isEqualTo(8);
        assertThat(SizingFormulas.cpuBound(4)).isEqualTo(5);
    }

    @Test
    void antiDeadlockMinimum_ofTheExample() {
        assertThat(SizingFormulas.antiDeadlockMinimum(8, 3)).isEqualTo(17);
        assertThat(SizingFormulas.antiDeadlockMinimum(8, 1)).isEqualTo(1);
    }

    @Test
    void formulas_ofValuesOutOfRange_sayWhatWasExpected() {
        assertThatThrownBy(() -> SizingFormulas.goetz(0, 1, 1)).hasMessage("cores: 0 (expected: >= 1)");
        assertThatThrownBy(() -> SizingFormulas.goetz(1, 1.5, 1))
                .hasMessage("targetUtilization: 1.5 (expected: more than 0, at most 1)");
        assertThatThrownBy(() -> SizingFormulas.littlesLaw(-1, Duration.ZERO))
                .hasMessage("arrivalRatePerSecond: -1.0 (expected: >= 0)");
        assertThatThrownBy(() -> SizingFormulas.hystrix(1, Duration.ofMillis(-1), 0))
                .hasMessageContaining("p99");
    }
}
