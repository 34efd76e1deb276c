package dev.multipool.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.WaitCycles.Cycle;
import dev.multipool.pools.WaitCycles.Wait;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CycleWatchTest {

    private final List<Cycle> told = new ArrayList<>();
    private final CycleWatch watch = new CycleWatch(told::add);

    @Test
    void aCycle_isToldOnce_andOnceMoreWhenItIsStuck() {
        watch.look(List.of(wait("orders", 0)));
        watch.look(List.of(wait("orders", 1)));
        watch.look(List.of());
        watch.look(List.of(wait("orders", 2)));
        watch.look(List.of(wait("orders", 2)));
        watch.look(List.of(wait("orders", 0)));

        assertThat(told).extracting(Cycle::isStuck).containsExactly(false, true);
    }

    @Test
    void aCycleThatIsStuckAtOnce_isToldOnce() {
        watch.look(List.of(wait("orders", 2)));
        watch.look(List.of(wait("orders", 1)));

        assertThat(told).extracting(Cycle::isStuck).containsExactly(true);
    }

    @Test
    void poolsThatComeAndGo_areToldOfNoMore_someTime() {
        for (int i = 0; i < 1000; i++) {
            watch.look(List.of(wait("pool-" + i, 0)));
        }

        assertThat(told).hasSize(100);
    }

    private static Wait wait(String pool, int held) {
        return new Wait(pool, pool, held, 2, 2);
    }
}
