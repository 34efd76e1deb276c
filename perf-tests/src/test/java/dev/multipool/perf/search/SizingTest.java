package dev.multipool.perf.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SizingTest {
    @Test
    void neighbours_changeOnePool_orAllWithTheUsers_orTheUsers_orAllInnerPools() {
        Sizing sizing = new Sizing(Map.of("business", 10, "common", 25, "select", 40), 10);

        assertThat(sizing.neighbours("business", 100))
                .containsExactly(
                        new Sizing(Map.of("business", 6, "common", 25, "select", 40), 10),
                        new Sizing(Map.of("business", 10, "common", 16, "select", 40), 10),
                        new Sizing(Map.of("business", 10, "common", 40, "select", 40), 10),
                        new Sizing(Map.of("business", 10, "common", 25, "select", 25), 10),
                        new Sizing(Map.of("business", 10, "common", 25, "select", 63), 10),
                        new Sizing(Map.of("business", 9, "common", 25, "select", 40), 9),
                        new Sizing(Map.of("business", 13, "common", 40, "select", 63), 13),
                        new Sizing(Map.of("business", 13, "common", 25, "select", 40), 13),
                        new Sizing(Map.of("business", 10, "common", 40, "select", 63), 10));
    }

    @Test
    void farNeighbours_areTwoStepsAway() {
        assertThat(new Sizing(Map.of("business", 8, "select", 25), 8).farNeighbours("business", 100))
                .containsExactly(
                        new Sizing(Map.of("business", 8, "select", 10), 8),
                        new Sizing(Map.of("business", 8, "select", 63), 8));
        assertThat(new Sizing(Map.of("business", 10), 20).farNeighbours("business", 30))
                .containsExactly(new Sizing(Map.of("business", 4), 20), new Sizing(Map.of("business", 20), 20));
    }

    @Test
    void moreUsers_getMoreThreads_onlyWhereEachHadOne() {
        assertThat(new Sizing(Map.of("business", 10, "select", 40), 10).withMoreUsers("business", 13))
                .isEqualTo(new Sizing(Map.of("business", 13, "select", 40), 13));
        assertThat(new Sizing(Map.of("business", 63), 160).withMoreUsers("business", 200))
                .isEqualTo(new Sizing(Map.of("business", 63), 200));
    }

    @Test
    void trimmed_hasInnerPoolsForWhatIsBusy_andLeavesWhatIsSmaller() {
        Sizing sizing = new Sizing(Map.of("business", 10, "common", 100, "select", 63), 10);

        assertThat(sizing.trimmedTo(Map.of("business", 2.0, "common", 32.5, "select", 62.0), "business"))
                .isEqualTo(new Sizing(Map.of("business", 10, "common", 40, "select", 63), 10));
        assertThat(sizing.trimmedTo(Map.of("select", 0.3), "business"))
                .isEqualTo(new Sizing(Map.of("business", 10, "common", 100, "select", 1), 10));
    }

    @Test
    void under_leavesEnoughThreadsForTheUsers() {
        assertThat(new Sizing(Map.of("business", 10, "select", 100), 10).scaledTo(5))
                .isEqualTo(new Sizing(Map.of("business", 6, "select", 63), 5));
    }

    @Test
    void nearest_liesOnTheGrid() {
        assertThat(Sizing.nearest(Map.of("business", 9, "select", 30.2), 41))
                .isEqualTo(new Sizing(Map.of("business", 10, "select", 25), 40));
    }

    @Test
    void neighbours_ofOneThreadAndOneUser_areNoSmaller() {
        Sizing sizing = new Sizing(Map.of("business", 1), 1);

        assertThat(sizing.neighbours("business", 100)).containsExactly(new Sizing(Map.of("business", 2), 2));
    }

    /** Found by measuring: a proposal for 6 users under the 5 that served most had no neighbours, and the search ended. */
    @Test
    void neighbours_withMoreThreadsThanUsers_haveAsManyAsUsers() {
        Sizing sizing = new Sizing(Map.of("business", 6, "select", 40), 5);

        assertThat(sizing.within("business")).isEqualTo(new Sizing(Map.of("business", 5, "select", 40), 5));
        assertThat(sizing.neighbours("business", 100))
                .contains(
                        new Sizing(Map.of("business", 5, "select", 25), 5),
                        new Sizing(Map.of("business", 5, "select", 63), 5),
                        new Sizing(Map.of("business", 4, "select", 40), 4));
    }

    @Test
    void neighbours_withMoreUsersThanAreAskedFor_areLeftOut() {
        Sizing sizing = new Sizing(Map.of("business", 2), 4);

        assertThat(sizing.neighbours("business", 4))
                .containsExactly(
                        new Sizing(Map.of("business", 1), 4),
                        new Sizing(Map.of("business", 3), 4),
                        new Sizing(Map.of("business", 2), 3));
    }
}
