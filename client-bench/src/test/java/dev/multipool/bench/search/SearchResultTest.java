package dev.multipool.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SearchResultTest {
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
