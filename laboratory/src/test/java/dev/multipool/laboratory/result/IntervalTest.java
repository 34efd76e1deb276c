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
        Interval interval = Interval.of(List.of(9.0, 10.0, 11.0));

        assertThat(interval.mean()).isEqualTo(10);
        assertThat(interval.halfWidth()).isCloseTo(2.484, within(1e-3));
        assertThat(interval.upper()).isCloseTo(12.484, within(1e-3));
    }

    @Test
    void oneWindow_tellsNothingOfTheNext() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interval.of(List.of(9.0)))
                .withMessage("windows: 1 (expected: >= 2)");
    }

    @Test
    void oneThatReachesToZero_isNotShown() {
        assertThat(Cell.plusMinus(new Interval(19_093, 69_219), Cell::whole).text())
                .isEqualTo("too wide");
        assertThat(Cell.plusMinus(new Interval(19_093, 919), Cell::whole).text())
                .isEqualTo("919");
    }
}
