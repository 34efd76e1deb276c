package dev.multipool.perf.search;

import static dev.multipool.perf.search.SizeGrid.THREADS;
import static dev.multipool.perf.search.SizeGrid.USERS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SizeGridTest {
    @Test
    void nearest_isByRatio() {
        assertThat(USERS.nearest(1)).isEqualTo(1);
        assertThat(USERS.nearest(14.3)).isEqualTo(13);
        assertThat(USERS.nearest(14.5)).isEqualTo(16);
        assertThat(USERS.nearest(0)).isEqualTo(1);
        assertThat(USERS.nearest(5000)).isEqualTo(1000);
        assertThat(THREADS.nearest(12)).isEqualTo(10);
        assertThat(THREADS.nearest(13)).isEqualTo(16);
    }

    @Test
    void enoughFor_isAtMostATenthTooSmall() {
        assertThat(THREADS.enoughFor(11)).isEqualTo(10);
        assertThat(THREADS.enoughFor(12)).isEqualTo(16);
        assertThat(THREADS.enoughFor(9000)).isEqualTo(1000);
    }

    @Test
    void neighbours_areOneStepAway_alsoOfSizesBetween() {
        assertThat(USERS.smaller(16)).isEqualTo(13);
        assertThat(USERS.larger(16)).isEqualTo(20);
        assertThat(USERS.smaller(15)).isEqualTo(13);
        assertThat(USERS.larger(15)).isEqualTo(16);
        assertThat(THREADS.moved(16, 2)).isEqualTo(40);
        assertThat(THREADS.moved(16, -2)).isEqualTo(6);
    }

    @Test
    void atTheEnds_thereIsNoFurtherStep() {
        assertThat(USERS.smaller(1)).isEqualTo(1);
        assertThat(USERS.larger(1000)).isEqualTo(1000);
    }

    @Test
    void noStep_isMuchLargerThanTheGridPromises() {
        for (int size = 4; size < 1000; size = USERS.larger(size)) {
            assertThat(USERS.larger(size) / (double) size).isBetween(1.11, 1.34);
        }
        for (int size = 4; size < 1000; size = THREADS.larger(size)) {
            assertThat(THREADS.larger(size) / (double) size).isBetween(1.49, 1.67);
        }
    }
}
