package dev.multipool.pools;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form of {@link ConservationStress}, in every build. */
class ConservationTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
    void tasks_underRandomOperations_areCountedOnceEach(int round) throws Exception {
        ConservationRound.run(round, 42, 8_000);
    }
}
