package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class IntervalTest {
    /** Mean 10, deviation 1, three windows: 4.303 / sqrt(3). */
    @Test
    void of_usesStudentsT() {
        Interval interval = of(9.0, 10.0, 11.0);

        assertThat(interval.mean()).isEqualTo(10);
        assertThat(interval.halfWidth()).isCloseTo(2.484, within(1e-3));
    }

    /** Student's t is 2.920 for three windows and 2.015 for six; see Hahn and Meeker for the factor. */
    @Test
    void boundOfOneMore_liesFartherOffThanTheMeansOwnInterval_andNearerWithMoreWindows() {
        Interval interval = of(9.0, 10.0, 11.0);

        assertThat(interval.boundOfOneMore(3, 3)).isCloseTo(10 + 2.920 * Math.sqrt(1 + 1 / 3.0), within(1e-2));
        assertThat(interval.boundOfOneMore(3, 6)).isCloseTo(10 + 2.015 * Math.sqrt(1 + 1 / 6.0), within(1e-2));
    }

    @Test
    void oneWindow_tellsNothingOfTheNext() {
        assertThatIllegalArgumentException().isThrownBy(() -> of(9.0)).withMessage("windows: 1 (expected: >= 2)");
    }

    @Test
    void oneThatReachesToZero_isNotShown() {
        assertThat(Cell.plusMinus(new Interval(19_093, 69_219, 2), Cell::whole).text())
                .isEqualTo("too wide");
        assertThat(Cell.plusMinus(new Interval(19_093, 919, 2), Cell::whole).text())
                .isEqualTo("919");
    }

    /**
     * Deviations of 10 %, and of 5 % with four degrees of freedom from others: (2 * 0.01 + 4 * 0.0025) / 6 is their variance, and
     * Student's t for six degrees of freedom is 2.447.
     */
    @Test
    void windowsOfLikeSettings_makeItNarrower() {
        List<Double> windows = List.of(9.0, 10.0, 11.0);
        Scatter moderated = Scatter.of(windows).moderatedBy(new Scatter(10 * 0.0025, 10), 4);

        Interval interval = Interval.of(windows, moderated);

        assertThat(interval.freedom()).isEqualTo(6);
        assertThat(interval.halfWidth()).isCloseTo(10 * 2.447 * Math.sqrt(0.005) / Math.sqrt(3), within(1e-3));
        assertThat(interval.boundOfOneMore(3, 6))
                .isCloseTo(10 + 10 * 1.833 * Math.sqrt(0.005) * Math.sqrt(1 + 1 / 6.0), within(1e-2));
    }

    private static Interval of(Double... windows) {
        return Interval.of(List.of(windows), Scatter.of(List.of(windows)));
    }
}
