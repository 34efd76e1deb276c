package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.process.PoolEdge.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolWaitTest {

    @Test
    void waits_areThoseOfTheLastWindowThatTellsOfThem() {
        LabRun without = MadeUpResults.described().measured().runs().get(0);
        LabRun with = MadeUpResults.withPools(without, MadeUpResults.pool("business", 0, 6));

        assertThat(PoolWait.of(List.of(without))).isEmpty();
        assertThat(PoolWait.of(List.of(with, without)))
                .containsExactly(
                        new PoolWait("business", "prices", Kind.SUBMITS, 5, 2, null),
                        new PoolWait("business", "connections", Kind.BORROWS, 1, 0.3, 4.0));
    }
}
