package dev.multipool.perf.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FlatnessTest {
    @Test
    void risen_whatSwingsAndReturns_isFlat() {
        assertThat(Flatness.risen(
                        samples(i -> new Footprint(i, 50 + 10 * (i % 2), 20 + i % 3, 40 + i % 4, 100 + i % 7, i % 5))))
                .isEmpty();
    }

    @Test
    void risen_namesEachThatGrows() {
        assertThat(Flatness.risen(samples(i -> new Footprint(i, 50 + i, 20, 40, 100, 0))))
                .singleElement()
                .asString()
                .startsWith("heap after GC, MiB: 55.0 in the first third, 75.0 in the last (expected: at most 74.0)");
        assertThat(Flatness.risen(samples(i -> new Footprint(i, 50, 20 + i, 40 + i, 100 + i, 0))))
                .hasSize(3);
    }

    private static List<Footprint> samples(IntFunction<Footprint> at) {
        return IntStream.range(0, 30).mapToObj(at).toList();
    }
}
