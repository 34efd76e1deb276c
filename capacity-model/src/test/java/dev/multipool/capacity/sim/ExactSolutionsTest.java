package dev.multipool.capacity.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.ClosedNetwork;
import dev.multipool.capacity.ErlangC;
import dev.multipool.capacity.sim.CpuModel.Discipline;
import dev.multipool.pools.LedgerSnapshot;
import java.time.Duration;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The simulator beside systems that can be solved exactly: the solution must be in the simulator's interval. */
class ExactSolutionsTest {

    /** The half width of a 99.9 % interval over that of a 95 % one, so that one seed in a thousand would fail. */
    private static final double WIDER = 1.8;

    private static final RunPlan PLAN = RunPlan.of(11, Duration.ofSeconds(40));

    @Test
    void threadsThatOnlyWait_areErlangC() {
        double rate = 3200;
        SimulatedService service = SimulatedService.of(
                        Program.start().on("business", Program.start().io(Delay.exponential(1))))
                .pool("business", "fixed:threads=4,queue=100000")
                .build();

        SimulationResult result = Simulator.run(service, CpuModel.cores(1), Load.open(rate), PLAN);

        ErlangC exact = new ErlangC(4, rate / 1000);
        assertCovers(result.seen().throughputPerSecond(), rate);
        assertCovers(result.seen().meanResponseNanos(), (1 + exact.meanQueueTime()) * 1e6);
        LedgerSnapshot pool = result.pool("business");
        assertThat(pool.queueTimeNanos().mean()).isCloseTo(exact.meanQueueTime() * 1e6, Percentage.withPercentage(4));
        assertThat(pool.utilization()).isCloseTo(0.8, Percentage.withPercentage(1));
        assertThat(pool.littleResidual()).isLessThan(0.005);
    }

    @Test
    void sharedCores_haveTheResponseTimeOfProcessorSharing_whateverTheDistribution() {
        SimulatedService service = SimulatedService.of(Program.start().cpu(Delay.logNormal(1, 1.5)))
                .build();

        SimulationResult result = Simulator.run(service, CpuModel.cores(1), Load.open(700), PLAN);

        assertCovers(result.seen().meanResponseNanos(), 1e6 / (1 - 0.7));
        assertThat(result.cpu().percent()).isCloseTo(70, Percentage.withPercentage(2));
    }

    @Test
    void closedLoop_ofWaitsAndCores_isTheProductForm() {
        SimulatedService service = SimulatedService.of(Program.start()
                        .cpu(Delay.logNormal(0.3, 0.7))
                        .io(Delay.constant(3))
                        .cpu(Delay.exponential(0.3)))
                .build();
        ClosedNetwork exact = ClosedNetwork.start().delay(3e-3).servers(0.6e-3, 4);

        for (int users : new int[] {4, 20, 24, 40}) {
            SimulationResult result = Simulator.run(service, CpuModel.cores(4), Load.closed(users), PLAN);

            assertCovers(result.seen().throughputPerSecond(), exact.throughput(users));
        }
    }

    @Test
    void closedLoop_throughADownstream_isTheProductForm() {
        SimulatedService service = SimulatedService.of(Program.start()
                        .cpu(Delay.exponential(0.4))
                        .within("database", Program.start().io(Delay.exponential(2))))
                .permits(Permits.downstream("database", 3))
                .network(Delay.exponential(1))
                .build();
        ClosedNetwork exact =
                ClosedNetwork.start().delay(1e-3).servers(0.4e-3, 2).servers(2e-3, 3);

        SimulationResult result = Simulator.run(service, CpuModel.cores(2), Load.closed(8), PLAN);

        assertCovers(result.seen().throughputPerSecond(), exact.throughput(8));
    }

    /** A pool that bounds an exponential network: flow equivalence is an approximation here, known to be within 1 %. */
    @Test
    void pool_thatBoundsTheInside_isNearItsFlowEquivalent() {
        SimulatedService service = SimulatedService.of(Program.start()
                        .on(
                                "business",
                                Program.start()
                                        .cpu(Delay.exponential(0.5))
                                        .io(Delay.exponential(2))
                                        .cpu(Delay.exponential(0.5))))
                .pool("business", "fixed:threads=8,queue=1000")
                .network(Delay.exponential(1))
                .build();
        ClosedNetwork exact = ClosedNetwork.start()
                .delay(1e-3)
                .inside(ClosedNetwork.start().delay(2e-3).servers(1e-3, 4), 8);

        SimulationResult result = Simulator.run(service, CpuModel.cores(4), Load.closed(20), PLAN);

        assertThat(result.tps()).isCloseTo(exact.throughput(20), Percentage.withPercentage(1));
    }

    /** Exponential bursts can't be told apart by a mean, whoever computes first: all disciplines have one throughput. */
    @Test
    void everyDiscipline_hasTheSameThroughput_withExponentialBursts() {
        SimulatedService service = SimulatedService.of(
                        Program.start().cpu(Delay.exponential(1)).io(Delay.exponential(3)))
                .build();
        double exact = ClosedNetwork.start().delay(3e-3).servers(1e-3, 2).throughput(9);

        for (Discipline discipline : new Discipline[] {Discipline.ROUND_ROBIN, Discipline.PER_CORE}) {
            CpuModel cpu = CpuModel.cores(2).withDiscipline(discipline, Duration.ofNanos(500_000));

            SimulationResult result = Simulator.run(service, cpu, Load.closed(9), PLAN);

            assertCovers(result.seen().throughputPerSecond(), exact);
        }
    }

    private static void assertCovers(Estimate estimate, double exact) {
        assertThat(estimate.covers(exact, WIDER))
                .as("%s covers %s", estimate, exact)
                .isTrue();
        assertThat(estimate.halfWidth()).isLessThan(0.08 * exact);
    }
}
