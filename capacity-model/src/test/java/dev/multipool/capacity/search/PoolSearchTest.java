package dev.multipool.capacity.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.capacity.published.JsfModel;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.pools.PoolConfig;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("once")
class PoolSearchTest {

    private static final RunPlan PLAN = RunPlan.of(5, Duration.ofSeconds(10));

    @Test
    void jsfService_onItsQuota_needsTheThreadsOfItsKnee() {
        PoolQuestion question =
                new PoolQuestion(JsfModel.service("fixed:threads=1,queue=1000"), JsfModel.quota(), 10, 400, PLAN);

        PoolProposal proposal = PoolSearch.propose(question).orElseThrow();

        assertThat(proposal.users()).isEqualTo(24);
        assertThat(proposal.threads().getOrDefault("business", 0)).isBetween(15, 20);
        assertThat(proposal.result().percentileMillis(99)).isLessThan(10);
        assertThat(proposal.result().tps()).isGreaterThan(0.98 * proposal.unlimitedTps());
        assertThat(proposal.simulations()).isLessThan(40);
    }

    @Test
    void nestedPools_cantBeMadeSmallerInEither() {
        SimulatedService service = nested(1, 1);
        CpuModel cpu = CpuModel.cores(2);
        PoolQuestion question = new PoolQuestion(service, cpu, 25, 100, PLAN);

        PoolProposal proposal = PoolSearch.propose(question).orElseThrow();

        assertThat(proposal.reasons()).anyMatch(reason -> reason.startsWith("select: "));
        for (String pool : new String[] {"common", "select"}) {
            int less = proposal.threads().getOrDefault(pool, 0) - 1;
            Map<String, Integer> sizes = proposal.threads();
            SimulatedService smaller = nested(sizes.getOrDefault("common", 0), sizes.getOrDefault("select", 0))
                    .withPool(PoolConfig.parse(pool, "fixed:threads=" + less + ",queue=100000"));
            SimulationResult result = Simulator.run(smaller, cpu, Load.closed(proposal.users()), PLAN);

            assertThat(result.tps() < 0.98 * proposal.unlimitedTps() || result.percentileMillis(99) >= 25)
                    .as("one %s less", pool)
                    .isTrue();
        }
    }

    @Test
    void objective_thatOneUserAloneMisses_hasNoAnswer() {
        PoolQuestion question = new PoolQuestion(JsfModel.service("fixed:threads=1"), CpuModel.cores(4), 3, 400, PLAN);

        assertThat(PoolSearch.propose(question)).isEmpty();
    }

    @Test
    void question_aboutOtherPoolsThanFixedOnes_isRefused() {
        assertThatThrownBy(() ->
                        new PoolQuestion(JsfModel.service("cached:core=1,max=20"), CpuModel.cores(4), 10, 100, PLAN))
                .hasMessage("pool business: cached (expected: fixed)");
    }

    private static SimulatedService nested(int common, int select) {
        Program query = Program.start().cpu(Delay.logNormal(0.1, 0.5)).io(Delay.exponential(1));
        Program item = Program.start()
                .cpu(Delay.logNormal(0.1, 0.5))
                .fork("select", 4, query)
                .cpu(Delay.logNormal(0.1, 0.5));
        return SimulatedService.of(Program.start().fork("common", 2, item))
                .pool("common", "fixed:threads=" + common + ",queue=100000")
                .pool("select", "fixed:threads=" + select + ",queue=100000")
                .build();
    }
}
