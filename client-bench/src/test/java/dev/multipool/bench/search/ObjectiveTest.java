package dev.multipool.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ObjectiveTest {
    @Test
    void parse_readsWhatItWrites() {
        assertThat(Objective.parse("tp99<10ms"))
                .isEqualTo(new Objective("tp99", 10))
                .hasToString("tp99<10ms");
        assertThat(Objective.parse(" TP99.9 < 1.5s ")).isEqualTo(new Objective("tp99.9", 1_500));
        assertThat(Objective.parse(new Objective("tp50", 0.5).toString())).isEqualTo(new Objective("tp50", 0.5));
    }

    @Test
    void parse_anythingElse_isRefused() {
        for (String text : new String[] {"tp99>10ms", "tp98<10ms", "tp99<10", "tp99<ms", ""}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Objective.parse(text))
                    .withMessage(
                            "'" + text + "' (expected: tp50, tp90, tp99 or tp99.9 below a time, such as tp99<10ms)");
        }
    }

    @Test
    void interval_isStudents() {
        SearchResult.Interval interval = Objects.requireNonNull(SearchResult.Interval.of(List.of(10.0, 12.0, 14.0)));

        // s = 2, n = 3: 4.303 * 2 / sqrt(3)
        assertThat(interval.mean()).isEqualTo(12);
        assertThat(interval.high() - 12).isCloseTo(4.9687, within(1e-3));
        assertThat(12 - interval.low()).isCloseTo(4.9687, within(1e-3));
        assertThat(SearchResult.Interval.of(List.of(1.0))).isNull();
    }
}
