package dev.multipool.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SizingTest {
    @Test
    void neighbours_changeOnePool_orAllWithTheUsers_orTheUsers_orAllInnerPools() {
        Sizing sizing = new Sizing(Map.of("business", 8, "select", 32), 8);

        assertThat(sizing.neighbours("business", 100))
                .containsExactly(
                        new Sizing(Map.of("business", 6, "select", 32), 8),
                        new Sizing(Map.of("business", 8, "select", 25), 8),
                        new Sizing(Map.of("business", 8, "select", 40), 8),
                        new Sizing(Map.of("business", 6, "select", 25), 6),
                        new Sizing(Map.of("business", 10, "select", 40), 10),
                        new Sizing(Map.of("business", 10, "select", 32), 10),
                        new Sizing(Map.of("business", 8, "select", 50), 8));
    }

    @Test
    void farNeighbours_areHalfOrTwiceAsLarge() {
        assertThat(new Sizing(Map.of("business", 8, "select", 32), 8).farNeighbours("business", 100))
                .containsExactly(
                        new Sizing(Map.of("business", 4, "select", 16), 4),
                        new Sizing(Map.of("business", 16, "select", 63), 16),
                        new Sizing(Map.of("business", 8, "select", 16), 8),
                        new Sizing(Map.of("business", 8, "select", 63), 8));
        assertThat(new Sizing(Map.of("business", 8), 20).farNeighbours("business", 30))
                .containsExactly(
                        new Sizing(Map.of("business", 4), 10),
                        new Sizing(Map.of("business", 4), 20),
                        new Sizing(Map.of("business", 16), 20));
    }

    @Test
    void nearest_liesOnTheGrid() {
        assertThat(Sizing.nearest(Map.of("business", 9, "select", 30.2), 41))
                .isEqualTo(new Sizing(Map.of("business", 10, "select", 32), 40));
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
                .containsExactly(
                        new Sizing(Map.of("business", 5, "select", 40), 5),
                        new Sizing(Map.of("business", 5, "select", 32), 5),
                        new Sizing(Map.of("business", 5, "select", 50), 5),
                        new Sizing(Map.of("business", 4, "select", 32), 4),
                        new Sizing(Map.of("business", 6, "select", 50), 6),
                        new Sizing(Map.of("business", 6, "select", 40), 6),
                        new Sizing(Map.of("business", 5, "select", 63), 5));
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
