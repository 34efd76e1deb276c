package dev.multipool.perf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SizeGridTest {
    @Test
    void nearest_isByRatio() {
        assertThat(SizeGrid.nearest(1)).isEqualTo(1);
        assertThat(SizeGrid.nearest(14.3)).isEqualTo(13);
        assertThat(SizeGrid.nearest(14.5)).isEqualTo(16);
        assertThat(SizeGrid.nearest(0)).isEqualTo(1);
        assertThat(SizeGrid.nearest(5000)).isEqualTo(1000);
    }

    @Test
    void neighbours_areOneStepAway_alsoOfSizesBetween() {
        assertThat(SizeGrid.smaller(16)).isEqualTo(13);
        assertThat(SizeGrid.larger(16)).isEqualTo(20);
        assertThat(SizeGrid.smaller(15)).isEqualTo(13);
        assertThat(SizeGrid.larger(15)).isEqualTo(16);
    }

    @Test
    void atTheEnds_thereIsNoFurtherStep() {
        assertThat(SizeGrid.smaller(1)).isEqualTo(1);
        assertThat(SizeGrid.larger(1000)).isEqualTo(1000);
    }

    @Test
    void noStep_isMuchMoreThanAQuarter() {
        for (int size = 4; size < 1000; size = SizeGrid.larger(size)) {
            assertThat(SizeGrid.larger(size) / (double) size).isBetween(1.19, 1.34);
        }
    }
}
