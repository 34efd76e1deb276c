package dev.multipool.capacity.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.capacity.sim.CpuModel.Discipline;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.RejectReason;
import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.pools.admission.AdmissionSettings;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatorTest {

    private static final Program ONE_MILLI = Program.start().io(Delay.constant(1));
    private static final RunPlan PLAN = RunPlan.of(3, Duration.ofSeconds(5));

    @Test
    void run_withTheSameSeed_isTheSame() {
        SimulatedService service =
                onPool("fixed:threads=4,queue=10", Program.start().io(Delay.logNormal(1, 1)));

        SimulationResult one = run(service, Load.open(3500));
        SimulationResult two = run(service, Load.open(3500));

        assertThat(one.seen().throughputPerSecond()).isEqualTo(two.seen().throughputPerSecond());
        assertThat(one.responseTimeNanos().sum())
                .isEqualTo(two.responseTimeNanos().sum());
        assertThat(one.pools().get(0).counts()).isEqualTo(two.pools().get(0).counts());
    }

    @Test
    void fixedPool_withoutQueue_rejectsWhatIsAboveItsThreads() {
        SimulationResult result = run(onPool("fixed:threads=10", ONE_MILLI), Load.closed(11));

        LedgerSnapshot pool = result.pool("business");
        assertThat(result.tps()).isCloseTo(10_000, Percentage.withPercentage(1));
        assertThat(result.counts().rejectedByPool())
                .isEqualTo(pool.rejections(RejectReason.POOL_FULL))
                .isPositive();
        assertThat(pool.arrivals()
                        - pool.completions()
                        - pool.counts().rejections().total())
                .isBetween(-10L, 10L);
    }

    @Test
    void queue_isBounded_andItsTimeIsInTheLedger() {
        SimulationResult result = run(onPool("fixed:threads=2,queue=2", ONE_MILLI), Load.open(8000));

        LedgerSnapshot pool = result.pool("business");
        assertThat(pool.rejections(RejectReason.QUEUE_FULL)).isPositive();
        assertThat(pool.queueTimeNanos().max()).isLessThanOrEqualTo(1_001_000);
        assertThat(pool.utilization()).isGreaterThan(0.97);
        assertThat(pool.littleResidual()).isLessThan(0.01);
    }

    @Test
    void cachedPool_letsSurplusThreadsGo_eagerPoolGrowsBeforeItQueues() {
        Load load = Load.open(2000);

        LedgerSnapshot cached = run(onPool("cached:core=1,max=50,keepAlive=2ms", ONE_MILLI), load)
                .pool("business");
        LedgerSnapshot kept =
                run(onPool("cached:core=50,max=50", ONE_MILLI), load).pool("business");
        LedgerSnapshot eager =
                run(onPool("eager:core=1,max=50,queue=1000", ONE_MILLI), load).pool("business");

        assertThat(cached.utilization()).isGreaterThan(1.5 * kept.utilization());
        assertThat(cached.times().workerNanos()).isGreaterThan(cached.times().busyNanos());
        assertThat(eager.queueTimeNanos().max()).isZero();
    }

    @Test
    void virtualPool_isBusyOfItsLimit_directPoolRunsOneTaskAfterTheOther() {
        SimulatedService virtual = onPool("virtual:threads=100", ONE_MILLI);
        SimulatedService direct = SimulatedService.of(
                        Program.start().on("outer", Program.start().fork("inner", 3, ONE_MILLI)))
                .pool("outer", "fixed:threads=4")
                .pool("inner", "direct:threads=4")
                .build();

        assertThat(run(virtual, Load.closed(50)).pool("business").utilization()).isCloseTo(0.5, within(0.01));
        SimulationResult nested = run(direct, Load.closed(4));
        assertThat(nested.meanMillis()).isCloseTo(3, within(0.01));
        assertThat((double) nested.pool("outer").times().ioWaitNanos())
                .isCloseTo((double) nested.pool("outer").times().busyNanos(), Percentage.withPercentage(1));
    }

    @Test
    void join_waitsForTheSlowestOfItsTasks() {
        SimulatedService service = SimulatedService.of(Program.start()
                        .on(
                                "common",
                                Program.start()
                                        .fork("select", 3, Program.start().io(Delay.exponential(1)))))
                .pool("common", "fixed:threads=2")
                .pool("select", "fixed:threads=6")
                .build();

        SimulationResult result = run(service, Load.closed(2));

        // the largest of three exponential times: 1 + 1/2 + 1/3
        assertThat(result.meanMillis()).isCloseTo(11.0 / 6, Percentage.withPercentage(3));
        LedgerSnapshot common = result.pool("common");
        assertThat((double) common.times().joinWaitNanos())
                .isCloseTo((double) common.times().busyNanos(), Percentage.withPercentage(1));
    }

    @Test
    void tasksThatWaitForTheirOwnPool_areStuck() {
        SimulatedService service = SimulatedService.of(Program.start()
                        .on("all", Program.start().cpu(Delay.exponential(0.1)).fork("all", 2, ONE_MILLI)))
                .pool("all", "fixed:threads=4,queue=1000")
                .build();

        assertThat(run(service, Load.closed(20)).stuck()).isEqualTo(20);
        assertThat(run(service, Load.closed(1)).stuck()).isZero();
    }

    @Test
    void deadline_freesThreadsThatWaitInJoins() {
        SimulatedService stuck = SimulatedService.of(Program.start()
                        .on("all", Program.start().cpu(Delay.exponential(0.1)).fork("all", 2, ONE_MILLI)))
                .pool("all", "fixed:threads=4,queue=1000")
                .deadline(Duration.ofMillis(50))
                .build();

        SimulationResult result = run(stuck, Load.closed(20));

        assertThat(result.stuck()).isZero();
        assertThat(result.counts().timedOut()).isPositive();
        assertThat(result.seen().failedTimeNanos().max()).isBetween(49_900_000L, 50_100_000L);
    }

    @Test
    void deadline_inTheQueue_isNotRun() {
        SimulatedService service = SimulatedService.of(Program.start().on("business", ONE_MILLI))
                .pool("business", "fixed:threads=1,queue=1000")
                .deadline(Duration.ofMillis(5))
                .build();

        SimulationResult result = run(service, Load.open(2000));

        assertThat(result.pool("business").rejections(RejectReason.QUEUE_EXPIRED))
                .isPositive();
        assertThat(result.responseTimeNanos().max()).isLessThanOrEqualTo(5_010_000);
    }

    @Test
    void queueTimeout_andAdaptiveOrder_shedTheOldest() {
        SimulationResult timeout =
                run(onPool("fixed:threads=1,queue=1000,queueTimeout=3ms", ONE_MILLI), Load.open(2000));
        SimulationResult adaptive = run(
                onPool("fixed:threads=1,queue=1000,order=adaptive-lifo,overloadTimeout=3ms", ONE_MILLI),
                Load.open(2000));

        assertThat(timeout.responseTimeNanos().max()).isLessThanOrEqualTo(4_010_000);
        // within the interval of 100 ms it is first in, first out; then the newest is served and the old are shed
        assertThat(adaptive.pool("business").rejections(RejectReason.QUEUE_EXPIRED))
                .isPositive();
        assertThat(adaptive.responseTimeNanos().max()).isBetween(50_000_000L, 105_000_000L);
        assertThat(adaptive.tps()).isCloseTo(1000, Percentage.withPercentage(1));
    }

    @Test
    void bulkhead_failsAtOnce_downstreamMakesWait() {
        Program call = Program.start().within("dependency", Program.start().io(Delay.constant(10)));
        SimulatedService bulkhead = SimulatedService.of(Program.start().on("business", call))
                .pool("business", "fixed:threads=20")
                .permits(Permits.bulkhead("dependency", 5))
                .build();
        SimulatedService downstream = SimulatedService.of(Program.start().on("business", call))
                .pool("business", "fixed:threads=20")
                .permits(Permits.downstream("dependency", 5))
                .build();

        SimulationResult rejected = run(bulkhead, Load.closed(20));
        SimulationResult waited = run(downstream, Load.closed(20));

        assertThat(rejected.tps()).isCloseTo(500, Percentage.withPercentage(12));
        assertThat(rejected.counts().rejectedByBulkhead()).isPositive();
        assertThat(rejected.meanMillis()).isCloseTo(10, within(0.01));
        assertThat(waited.tps()).isCloseTo(500, Percentage.withPercentage(1));
        assertThat(waited.meanMillis()).isCloseTo(40, within(0.5));
        assertThat((double) waited.pool("business").times().lockWaitNanos())
                .isCloseTo(0.75 * waited.pool("business").times().busyNanos(), Percentage.withPercentage(2));
    }

    @Test
    void connectionLimit_letsTheAcceptQueueWait_andRefusesTheRest() {
        SimulatedService service =
                SimulatedService.of(ONE_MILLI).connections(10, 5).build();

        SimulationResult within = run(service, Load.closed(15));
        SimulationResult above = run(service, Load.closed(16));

        assertThat(within.counts().failed()).isZero();
        assertThat(within.meanMillis()).isCloseTo(1.5, within(0.01));
        assertThat(above.counts().refused()).isPositive();
    }

    @Test
    void admission_holdsTheObjective_whereAnOpenDoorDoesNot() {
        Program call = Program.start().cpu(Delay.exponential(0.6)).io(Delay.logNormal(3, 0.3));
        AdmissionSettings settings = AdmissionSettings.builder()
                .objective(new AdmissionObjective(99, Duration.ofMillis(10)))
                .initialLimit(200)
                .build();
        RunPlan plan = new RunPlan(3, Duration.ofSeconds(10), Duration.ofSeconds(10), 20);

        SimulationResult open =
                Simulator.run(SimulatedService.of(call).build(), CpuModel.cores(4), Load.closed(250), plan);
        SimulationResult held = Simulator.run(
                SimulatedService.of(call).admission(settings).build(), CpuModel.cores(4), Load.closed(250), plan);

        assertThat(open.percentileMillis(99)).isGreaterThan(30);
        assertThat(held.percentileMillis(99)).isLessThan(10);
        assertThat(held.tps()).isGreaterThan(0.8 * open.tps());
        assertThat(held.counts().notAdmitted()).isPositive();
    }

    @Test
    void pauses_stopComputing_onEveryDiscipline() {
        for (CpuModel.Discipline discipline : CpuModel.Discipline.values()) {
            CpuModel cpu = CpuModel.cores(2).withDiscipline(discipline, Duration.ofMillis(1));
            SimulatedService service = SimulatedService.of(Program.start().cpu(Delay.constant(0.5)))
                    .gc(new GcPauses(1000, Delay.constant(25), 2))
                    .build();

            SimulationResult result = Simulator.run(service, cpu, Load.closed(2), PLAN);

            // 250 ms for 1000 calls on two cores, then 25 ms
            assertThat(result.tps()).as("%s", discipline).isCloseTo(1000 / 0.275, Percentage.withPercentage(1));
            assertThat(result.responseTimeNanos().max()).isBetween(25_000_000L, 27_000_000L);
            assertThat(result.cpu().percent()).isCloseTo(100, within(0.5));
        }
    }

    @Test
    void quota_stopsTheService_forTheRestOfThePeriod() {
        SimulatedService service = SimulatedService.of(
                        Program.start().cpu(Delay.constant(1)).io(Delay.constant(1)))
                .build();

        SimulationResult result = Simulator.run(service, CpuModel.quota(2, 32), Load.closed(20), PLAN);

        // 20 users use 10 cores, so the 200 ms of a period are gone after 20 ms
        assertThat(result.tps()).isCloseTo(2000, Percentage.withPercentage(1));
        assertThat(result.percentileMillis(99)).isBetween(80.0, 84.0);
        assertThat(result.percentileMillis(50)).isLessThan(3);
        assertThat(result.cpu().throttledPeriods()).isGreaterThan(0.99);
        assertThat(result.cpu().percent()).isCloseTo(100, within(0.5));
    }

    @Test
    void switchCost_isPaidByThreadsThatWereParked() {
        SimulatedService service =
                onPool("fixed:threads=1,queue=100", Program.start().cpu(Delay.constant(1)));
        CpuModel cpu = CpuModel.cores(1).withSwitchCost(Duration.ofNanos(100_000));

        SimulationResult idleBefore =
                Simulator.run(service, cpu, new Load.ClosedLoop(1, Delay.constant(5), Load.DEFAULT_BACK_OFF), PLAN);
        SimulationResult busy = Simulator.run(service, cpu, Load.closed(10), PLAN);

        assertThat(idleBefore.meanMillis()).isCloseTo(1.1, within(0.001));
        assertThat(busy.tps()).isCloseTo(1000, Percentage.withPercentage(1));
    }

    /** Each call starts on a core that was idle; one that comes while another computes does not. */
    @ParameterizedTest
    @EnumSource(Discipline.class)
    void idleWake_isPaidByWhatStartsAnIdleCore(Discipline discipline) {
        SimulatedService service = SimulatedService.of(
                        Program.start().cpu(Delay.constant(0.5)).cpu(Delay.constant(0.5)))
                .build();
        CpuModel cpu = CpuModel.cores(1)
                .withDiscipline(discipline, Duration.ofMillis(3))
                .withIdleWakeCost(100_000);

        SimulationResult idleBefore =
                Simulator.run(service, cpu, new Load.ClosedLoop(1, Delay.constant(5), Load.DEFAULT_BACK_OFF), PLAN);
        SimulationResult busy = Simulator.run(service, cpu, Load.closed(10), PLAN);

        assertThat(idleBefore.meanMillis()).isCloseTo(1.1, within(0.001));
        assertThat(idleBefore.cpu().idleWakesPerSecond()).isCloseTo(idleBefore.tps(), Percentage.withPercentage(1));
        assertThat(idleBefore.cpu().busyCores()).isCloseTo(1.1 * idleBefore.tps() / 1e3, Percentage.withPercentage(1));
        assertThat(busy.tps()).isCloseTo(1000, Percentage.withPercentage(1));
        assertThat(busy.cpu().idleWakesPerSecond()).isLessThan(1);
    }

    @Test
    void idleWake_ofWorkThatIsHandedOver_isNoneOnTheOnlyCore_andOneOnAnother() {
        Program fork = Program.start()
                .cpu(Delay.constant(1))
                .on("inner", Program.start().cpu(Delay.constant(1)));
        SimulatedService service = SimulatedService.of(Program.start().on("outer", fork))
                .pool("outer", "fixed:threads=1,queue=10")
                .pool("inner", "fixed:threads=1,queue=10")
                .build();
        Load.ClosedLoop oneUser = new Load.ClosedLoop(1, Delay.constant(5), Load.DEFAULT_BACK_OFF);

        SimulationResult oneCore = Simulator.run(service, CpuModel.inTurns(1).withIdleWakeCost(1), oneUser, PLAN);
        SimulationResult twoCores = Simulator.run(service, CpuModel.inTurns(2).withIdleWakeCost(1), oneUser, PLAN);

        assertThat(oneCore.cpu().idleWakesPerSecond() / oneCore.tps()).isCloseTo(1, within(0.01));
        assertThat(twoCores.cpu().idleWakesPerSecond() / twoCores.tps()).isCloseTo(2, within(0.01));
    }

    @Test
    void elsewhere_takesTheCores_andIsAWaitInTheLedger() {
        SimulatedService service = onPool(
                "fixed:threads=4,queue=100",
                Program.start().cpu(Delay.constant(0.2)).elsewhere(Delay.constant(0.8)));

        SimulationResult result = Simulator.run(service, CpuModel.inTurns(1), Load.closed(4), PLAN);

        LedgerSnapshot pool = result.pool("business");
        double tasks = pool.serviceTimeNanos().count();
        assertThat(result.tps()).isCloseTo(1000, Percentage.withPercentage(1));
        assertThat(pool.times().cpuNanos() / tasks / 1e6).isCloseTo(0.2, within(0.002));
        assertThat(pool.times().ioWaitNanos() / tasks / 1e6).isGreaterThan(0.8);
    }

    @Test
    void measuredDelay_hasTheDistributionOfItsHistogram() {
        Histogram histogram = new Histogram(3);
        for (long i = 1; i <= 100; i++) {
            histogram.recordValue(i * 10_000);
        }
        SimulatedService service = SimulatedService.of(Program.start().io(Delay.measured(histogram)))
                .build();

        SimulationResult result = run(service, Load.closed(4));

        assertThat(result.meanMillis()).isCloseTo(0.505, Percentage.withPercentage(1));
        assertThat(result.percentileMillis(99)).isCloseTo(0.99, within(0.02));
    }

    @Test
    void service_thatNamesWhatIsMissing_isRefused() {
        assertThatThrownBy(() -> SimulatedService.of(Program.start().on("busines", ONE_MILLI))
                        .pool("business", "fixed:threads=1")
                        .build())
                .hasMessage("pool: busines (expected: one of [business])");
        assertThatThrownBy(() -> SimulatedService.of(Program.start().within("db", ONE_MILLI))
                        .build())
                .hasMessage("permits: db (expected: one of [])");
        assertThatThrownBy(() -> CpuModel.cores(2).withBackground(2))
                .hasMessage("backgroundCores: 2.0 (expected: >= 0 and < 2.0)");
        assertThatThrownBy(() -> new Load.ClosedLoop(1, Delay.NONE, Delay.NONE))
                .hasMessage("backOff: 0.0 (expected: > 0)");
        assertThatThrownBy(() -> new RunPlan(1, Duration.ZERO, Duration.ofSeconds(1), 1))
                .hasMessage("batches: 1 (expected: >= 2)");
    }

    /** Whatever is thrown at it at once: every request is answered once and nothing is left behind. */
    @Test
    void everyLimitAtOnce_losesNobody() {
        Program query = Program.start().within("redis", Program.start().io(Delay.exponential(1)));
        Program item = Program.start()
                .cpu(Delay.exponential(0.2))
                .fork("select", 4, query)
                .within("bulkhead", query);
        SimulatedService service = SimulatedService.of(
                        Program.start().on("business", Program.start().fork("common", 3, item)))
                .pool("business", "eager:core=2,max=8,queue=20,queueTimeout=8ms")
                .pool("common", "fixed:threads=6,queue=30")
                .pool("select", "virtual:threads=8,queue=40")
                .permits(Permits.downstream("redis", 6))
                .permits(Permits.bulkhead("bulkhead", 4))
                .connections(30, 10)
                .deadline(Duration.ofMillis(20))
                .gc(new GcPauses(500, Delay.exponential(5), 1))
                .network(Delay.exponential(0.5))
                .build();

        for (long seed = 1; seed <= 20; seed++) {
            SimulationResult result = Simulator.run(
                    service,
                    CpuModel.cores(2),
                    Load.closed(60),
                    new RunPlan(seed, Duration.ZERO, Duration.ofSeconds(2), 2));

            assertThat(result.counts().completed()).isPositive();
            assertThat(result.counts().failed()).isPositive();
            assertThat(result.stuck()).isZero();
            for (LedgerSnapshot pool : result.pools()) {
                assertThat(pool.arrivals())
                        .as("%s", pool.poolName())
                        .isEqualTo(pool.counts().ended() + pool.inFlight());
                assertThat(pool.utilization()).isBetween(0.0, 1.0);
            }
        }
    }

    private static SimulatedService onPool(String spec, Program task) {
        return SimulatedService.of(Program.start().on("business", task))
                .pool("business", spec)
                .build();
    }

    private static SimulationResult run(SimulatedService service, Load load) {
        return Simulator.run(service, CpuModel.cores(4), load, PLAN);
    }
}
