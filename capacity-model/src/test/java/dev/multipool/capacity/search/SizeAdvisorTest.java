package dev.multipool.capacity.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.search.SizeAdvice.Standing;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.PoolConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SizeAdvisorTest {
    private static final double IDLE_CORES = 0.3;

    @Test
    void aPoolThatIsTooLarge_isMadeAsSmallAsItsTasksAllow() {
        SizeAdvice advice = SizeAdvisor.advise(pool(64), ledger(64, Load.open(1000)), IDLE_CORES);

        // 4 busy, 4.8 with more arrivals; Erlang C lets one in a hundred wait up to some 9 or 10 threads
        assertThat(advice.threads()).isBetween(7, 12);
        assertThat(advice.isChange()).isTrue();
        assertThat(advice.threadsNow()).isEqualTo(64);
        assertThat(advice.reasons()).hasSize(2);
        assertThat(advice.reasons().get(0))
                .matches("(99|100)[0-9]+[.][0-9] arrivals.*")
                .contains("at most 64 of them, in 10.0 s");
    }

    @Test
    void aPoolOfThatSize_staysThatSize() {
        int advised = SizeAdvisor.advise(pool(64), ledger(64, Load.open(1000)), IDLE_CORES)
                .threads();

        SizeAdvice again = SizeAdvisor.advise(pool(advised), ledger(advised, Load.open(1000)), IDLE_CORES);

        assertThat(again.threads()).isBetween(advised - 1, advised + 1);
    }

    @Test
    void aBottleneck_growsByAStep_unlessTheCoresAreFull() {
        LedgerSnapshot crowded = ledger(10, Load.closed(40));

        assertThat(SizeAdvisor.advise(pool(10), crowded, IDLE_CORES).threads()).isEqualTo(13);
        assertThat(SizeAdvisor.advise(pool(10), crowded, Double.NaN).threads()).isEqualTo(13);
        SizeAdvice full = SizeAdvisor.advise(pool(10), crowded, 0.97);
        assertThat(full.isChange()).isFalse();
        assertThat(full.reasons()).last().asString().startsWith("but 97 % of the cores are in use");
    }

    @Test
    void aBottleneckThatHoldsNearlyAllTasks_growsByNoMoreThanThose() {
        assertThat(SizeAdvisor.advise(pool(40), ledger(40, Load.closed(46)), IDLE_CORES)
                        .threads())
                .isLessThanOrEqualTo(52);
    }

    @Test
    void whatCantBeTold_staysAsItIs() {
        LedgerSnapshot few = ledger(8, Load.open(5));
        PoolConfig cached = PoolConfig.parse("business", "cached:core=1,max=64");

        assertThat(SizeAdvisor.advise(pool(8), few, IDLE_CORES).reasons())
                .contains("too few tasks to tell (expected: >= 200)");
        assertThat(SizeAdvisor.advise(cached, ledger(64, Load.open(1000)), IDLE_CORES)
                        .isChange())
                .isFalse();
    }

    @Test
    void aPoolThatSizesItself_growsByAStep_whenItMayHaveNoMoreThreads() {
        LedgerSnapshot crowded = ledger(10, Load.closed(40));
        PoolConfig eager = PoolConfig.parse("business", "eager:core=2,max=10,queue=1000");
        PoolConfig wider = PoolConfig.parse("business", "eager:core=2,max=20,queue=1000");

        SizeAdvice advice = SizeAdvisor.advise(eager, crowded, IDLE_CORES);

        assertThat(advice.standing()).isEqualTo(Standing.BOTTLENECK);
        assertThat(advice.threads()).isEqualTo(13);
        assertThat(SizeAdvisor.advise(wider, crowded, IDLE_CORES).standing()).isEqualTo(Standing.SIZES_ITSELF);
    }

    private static PoolConfig pool(int threads) {
        return PoolConfig.parse("business", "fixed:threads=" + threads + ",queue=1000");
    }

    /** Tasks of 4 ms. */
    private static LedgerSnapshot ledger(int threads, Load load) {
        SimulatedService service = SimulatedService.of(
                        Program.start().on("business", Program.start().io(Delay.logNormal(4, 0.3))))
                .pool(pool(threads))
                .build();
        return Simulator.run(service, CpuModel.cores(4), load, RunPlan.of(7, Duration.ofSeconds(10)))
                .pool("business");
    }
}
