package dev.multipool.pools;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ten million random operations over all kinds of pools, 20,000 to a pool.
 *
 * <p>How to run: {@code mvn verify -Pfull}; {@code -Dconservation.seed=N} for another sequence.
 */
@Tag("full")
class ConservationStress {

    private static final long OPERATIONS = 10_000_000;
    private static final long OPERATIONS_PER_ROUND = 20_000;

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void tasks_underTenMillionRandomOperations_areCountedOnceEach() throws Exception {
        long seed = Long.getLong("conservation.seed", 42);
        System.out.println("seed " + seed);

        for (int round = 0; round < OPERATIONS / OPERATIONS_PER_ROUND; round++) {
            ConservationRound.run(round, seed, OPERATIONS_PER_ROUND);
        }
    }
}
