package dev.multipool.capacity.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.search.ProcessAdvice.Limit;
import dev.multipool.capacity.search.ProcessAdvice.Seen;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.pools.PoolConfig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessAdviceTest {
    private static final Seen OUTER = crowded("outer", 12);
    private static final Seen INNER = crowded("inner", 4);

    @Test
    void poolsThatAreFull_limitTheProcess_theInnermostFirst() {
        ProcessAdvice advice = ProcessAdvice.of(List.of(OUTER, INNER, seen("spare", 4, 64, Load.open(500))), 0.3);

        assertThat(advice.limit()).isEqualTo(Limit.POOLS);
        assertThat(advice.limiting()).containsExactly("inner", "outer");
        assertThat(advice.pools()).hasSize(3);
    }

    @Test
    void aProcessThatUsesItsCores_isNotLimitedByItsPools() {
        ProcessAdvice advice = ProcessAdvice.of(List.of(OUTER, INNER), 0.97);

        assertThat(advice.limit()).isEqualTo(Limit.CORES);
        assertThat(advice.limiting()).isEmpty();
        assertThat(advice.pools()).noneMatch(SizeAdvice::isChange);
    }

    @Test
    void whatHasRoom_isLimitedByNothing_andWhatDidNothing_isIdle() {
        assertThat(ProcessAdvice.of(List.of(seen("spare", 4, 64, Load.open(500))), 0.3)
                        .limit())
                .isEqualTo(Limit.NOTHING);
        assertThat(ProcessAdvice.of(List.of(seen("spare", 4, 64, Load.open(2))), 0.01)
                        .limit())
                .isEqualTo(Limit.IDLE);
    }

    private static Seen crowded(String pool, double millis) {
        return seen(pool, millis, 10, Load.closed(40));
    }

    private static Seen seen(String pool, double millis, int threads, Load load) {
        PoolConfig config = PoolConfig.parse(pool, "fixed:threads=" + threads + ",queue=1000");
        SimulatedService service = SimulatedService.of(
                        Program.start().on(pool, Program.start().io(Delay.logNormal(millis, 0.3))))
                .pool(config)
                .build();
        return new Seen(
                config,
                Simulator.run(service, CpuModel.cores(4), load, RunPlan.of(7, Duration.ofSeconds(10)))
                        .pool(pool));
    }
}
