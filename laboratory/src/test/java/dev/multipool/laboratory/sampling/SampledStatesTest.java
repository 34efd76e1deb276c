package dev.multipool.laboratory.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.PoolLedger.ThreadTime;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SampledStatesTest {
    private static final Offset<Double> EXACTLY = within(1e-9);
    /** A window of 10 s. */
    private final SampledStates states = new SampledStates(new SampleClassifier(ThreadRules.STANDARD), 10);

    @Test
    void pools_divideRunnableTimeByTheCpuSamples() {
        seeTwoThreads();
        // 4 s of CPU in 20 s of thread time
        for (int i = 0; i < 800; i++) {
            states.addCpu("business-1", SampledState.RUNNING);
        }

        SampledPool pool = states.pools(List.of(ledger())).get(0);

        assertThat(pool.threads()).isEqualTo(2);
        assertThat(pool.samples()).isEqualTo(1000);
        assertThat(pool.states().onCpu()).isEqualTo(0.2, EXACTLY);
        assertThat(pool.states().waiting().redis()).isEqualTo(0.3, EXACTLY);
        // runnable without a core, and woken without one
        assertThat(pool.states().ready()).isEqualTo(0.3 + 0.1, EXACTLY);
        assertThat(pool.states().idle()).isEqualTo(0.1, EXACTLY);
    }

    @Test
    void pools_besideTheirCounters_showPercentagePoints() {
        seeTwoThreads();

        SampledPool pool = states.pools(List.of(ledger())).get(0);

        assertThat(pool.differences())
                .extracting(StateDifference::state)
                .containsExactly("idle", "join", "io", "lock", "running");
        // a woken thread that waits for a core still waits for Redis, as the counters see it
        assertThat(pool.differences().get(2).sampled()).isEqualTo(0.4, EXACTLY);
        assertThat(pool.differences().get(2).counted()).isEqualTo(0.35, EXACTLY);
        assertThat(pool.differences().get(2).points()).isEqualTo(5, within(1e-6));
    }

    @Test
    void pools_thatDidNothing_andThreadsThatUsedNoCore_areLeftOut() {
        states.add("GC Thread#0", 4, SampledState.RUNNING, false, 10);
        states.add("rpc-io-2-1", 5, SampledState.RUNNING, false, 10);
        for (int i = 0; i < 100; i++) {
            states.addCpu("rpc-io-2-1", SampledState.RUNNING);
        }

        assertThat(states.pools(List.of(ledger())))
                .extracting(SampledPool::pool)
                .containsExactly("rpc-io");
    }

    private void seeTwoThreads() {
        states.add("business-1", 1, SampledState.RUNNING, false, 500);
        states.add("business-2", 2, SampledState.REDIS, false, 300);
        states.add("business-2", 2, SampledState.REDIS, true, 100);
        states.add("business-2", 2, SampledState.IDLE, false, 100);
    }

    /** Two threads for 10 s, 7 s of them waiting for input and output. */
    private static PoolLedger ledger() {
        return new PoolLedger(
                "business",
                "fixed:threads=2,queue=10",
                10,
                new PoolLedger.Tasks(1000, 0, 0, 1, null),
                new ThreadTime(18, 11.0, 0, 7, 0, 0, 2));
    }
}
