package dev.multipool.capacity.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.capacity.calibration.MeasuredRun.Cpu;
import dev.multipool.capacity.calibration.MeasuredRun.Pool;
import dev.multipool.capacity.calibration.MeasuredRun.Seen;
import dev.multipool.capacity.published.JsfModel;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.Permits;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.pools.LedgerSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The measured runs here are simulated ones with another seed, so that what is to be found is known. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("once")
class CalibrationTest {

    private static final double BACKGROUND = 0.1;
    private static final int PAUSE_EVERY = 7000;

    /** 5 items with 4 conversions of a known 0.02 ms more than the 4 queries each. */
    private static final TaskShape NESTED = new TaskShape(
            "business",
            1,
            0,
            false,
            List.of(new TaskShape(
                    "common",
                    5,
                    0,
                    false,
                    List.of(
                            new TaskShape("select", 4, 0.02, false, List.of()),
                            new TaskShape("select", 4, 0, true, List.of())))));

    private static final double NESTED_CPU = 0.1 + 5 * (0.02 + 4 * 0.03 + 4 * 0.01);

    /** Of 0.1 ms in event loops, an equal part for the call and each of its 20 waits. */
    private static final double LOOPS = 0.1 / 21;

    private static final double IDLE_WAKE = 0.02;

    private static List<MeasuredRun> runs = List.of();
    private static List<MeasuredRun> nestedRuns = List.of();

    @SuppressWarnings("NullAway.Init") // fitted once: that takes most of the time
    private static ServiceProfile profile;

    @SuppressWarnings("NullAway.Init")
    private static ServiceProfile nestedProfile;

    @BeforeAll
    static void fit() {
        runs = List.of(measured(1, 2), measured(1, 4), measured(1, 6), measured(2, 2), measured(2, 6), measured(2, 10));
        profile = Calibration.fit(TaskShape.single("business"), runs);
        nestedRuns = List.of(nested(1, 1), nested(1, 3), nested(1, 8));
        nestedProfile = Calibration.fit(NESTED, nestedRuns);
    }

    @Test
    void fit_findsWhatTheRunsWereMadeOf() {
        assertThat(profile.cpuMillis()).isCloseTo(0.588, Percentage.withPercentage(2));
        assertThat(profile.backgroundCores()).isCloseTo(BACKGROUND, within(0.02));
        assertThat(profile.call().cpuMillis()).isCloseTo(0.388, Percentage.withPercentage(2));
        assertThat(profile.idleWakeMillis()).isLessThan(0.01);
        // of the 0.2 ms in event loops it takes half for its one wait
        assertThat(profile.call().blocked().cpuMillis()).isCloseTo(0.1, within(0.01));
        assertThat(profile.call().holdingMillis()).isCloseTo(0.388 + 2.161, Percentage.withPercentage(3));
        assertThat(profile.call().blocked().cv()).isCloseTo(0.28, within(0.05));
        assertThat(profile.outsideMillis()).isCloseTo(0.821 + 0.1, within(0.1));
        assertThat(profile.pauses().everyCalls()).isEqualTo(PAUSE_EVERY);
        assertThat(profile.missed().tps()).isLessThan(0.05);
        assertThat(profile.missed().p99()).isLessThan(0.15);
    }

    /** One user's 20 queries compete for the core: what a ledger shows as waiting is then mostly that. */
    @Test
    void fit_ofAFanOut_tellsWaitingForACoreFromOtherWaiting() {
        TaskProfile common = nestedProfile.call().subtasks().get(0);
        TaskProfile conversion = common.subtasks().get(0);
        TaskProfile query = common.subtasks().get(1);
        double readOff = nestedRuns.get(0).pool("select").serviceMillis()
                - nestedRuns.get(0).pool("select").cpuMillis();
        assertThat(2 * readOff).isGreaterThan(1.3);
        assertThat(query.blocked().millis()).isCloseTo(1, Percentage.withPercentage(5));
        assertThat(query.blocked().cv()).isCloseTo(1, within(0.15));
        assertThat(query.blocked().cpuMillis()).isCloseTo(LOOPS, Percentage.withPercentage(10));
        assertThat(nestedProfile.idleWakeMillis()).isCloseTo(IDLE_WAKE, Percentage.withPercentage(10));
        assertThat(conversion.blocked()).isEqualTo(TaskProfile.Blocked.NEVER);
        assertThat(conversion.cpuMillis()).isCloseTo(0.03, Percentage.withPercentage(3));
        assertThat(query.cpuMillis()).isCloseTo(0.01, Percentage.withPercentage(5));
        assertThat(nestedProfile.cpuMillis()).isCloseTo(NESTED_CPU, Percentage.withPercentage(2));
        assertThat(nestedProfile.outsideMillis()).isCloseTo(0.4, within(0.15));
        assertThat(nestedProfile.missed().tps()).isLessThan(0.04);
    }

    @Test
    void predict_fourCoresFromTwo_isWithinItsBand() {
        for (int users : List.of(4, 16, 24, 40)) {
            Prediction prediction = Prediction.predict(profile, CpuModel.inTurns(4), Map.of("business", users), users);
            double truth = simulate(4, users).tps();

            assertThat(truth).as("%d users", users).isBetween(prediction.tpsLow(), prediction.tpsHigh());
            assertThat(prediction.bound()).isGreaterThan(0.97 * prediction.tps());
            assertThat(prediction.network()).isCloseTo(prediction.tps(), Percentage.withPercentage(12));
        }
    }

    @Test
    void predict_ofNestedPools_isBoundByTheNarrowest() {
        Map<String, Integer> threads = Map.of("business", 50, "common", 2, "select", 50);

        Prediction prediction = Prediction.predict(nestedProfile, CpuModel.inTurns(4), threads, 50);

        double common = nestedProfile.call().holdingMillis("common");
        assertThat(prediction.bound()).isCloseTo(2e3 / common, within(1.0));
        assertThat(prediction.tps()).isLessThan(prediction.bound());
        assertThatThrownBy(() -> nestedProfile.service(Map.of("business", 1)))
                .hasMessageContaining("(expected: of [business, common, select])");
    }

    /** Two connections for four threads, so that calls wait for a connection, and before that for a thread. */
    @Test
    void fitQuickly_ofNarrowPoolsThatBorrow_tellsWhatWiderOnesWouldDo() {
        TaskShape shape =
                new TaskShape("business", 1, 0, true, List.of(), List.of(new TaskShape.Lease("connections", 0.8, 0.5)));

        ServiceProfile found =
                Calibration.fitQuickly(shape, List.of(borrowing(4, 2, 1), borrowing(4, 2, 4), borrowing(4, 2, 12)));

        assertThat(found.call().lenders()).containsExactly("connections");
        assertThat(found.cpuMillis()).isCloseTo(0.2, Percentage.withPercentage(5));
        assertThat(found.call().blocked().millis()).isCloseTo(10, Percentage.withPercentage(5));
        double predicted = Simulator.run(
                        found.service(Map.of("business", 40, "connections", 16)),
                        found.on(CpuModel.inTurns(1)),
                        Load.closed(40),
                        RunPlan.of(1, Duration.ofSeconds(10)))
                .tps();
        double truth = borrowing(40, 16, 40).seen().throughputPerSecond();
        // 16 connections, each held for 8.1 ms
        assertThat(truth).isCloseTo(16 / 8.1e-3, Percentage.withPercentage(3));
        assertThat(predicted).isCloseTo(truth, Percentage.withPercentage(5));
        assertThatThrownBy(() -> found.service(Map.of("business", 40)))
                .hasMessageContaining("(expected: of [business, connections])");
        assertThat(found.each(7)).isEqualTo(Map.of("business", 7, "connections", 7));
    }

    private static MeasuredRun borrowing(int threads, int connections, int users) {
        Program inside = Program.start()
                .cpu(Delay.constant(0.05))
                .io(Delay.logNormal(8, 0.3))
                .cpu(Delay.constant(0.05));
        SimulatedService service = SimulatedService.of(Program.start()
                        .on(
                                "business",
                                Program.start()
                                        .cpu(Delay.constant(0.05))
                                        .within("connections", inside)
                                        .io(Delay.logNormal(2, 0.3))
                                        .cpu(Delay.constant(0.05))))
                .pool("business", "fixed:threads=" + threads + ",queue=1000")
                .permits(Permits.downstream("connections", connections))
                .network(Delay.constant(0.2))
                .build();
        MeasuredRun run = measured(
                1,
                users,
                Simulator.run(service, CpuModel.inTurns(1), Load.closed(users), RunPlan.of(99, Duration.ofSeconds(20))),
                0,
                0);
        List<Pool> pools = new ArrayList<>(run.pools());
        pools.add(new Pool("connections", connections, 0, 0, 0, 0, 0));
        return new MeasuredRun(1, users, run.seen(), run.cpu(), pools);
    }

    @Test
    void fit_ofTooFewLoads_isRefused() {
        TaskShape shape = TaskShape.single("business");
        assertThatThrownBy(() -> Calibration.fit(shape, runs.subList(0, 2)))
                .hasMessage("runs: 2 loads on 1 cores (expected: >= 3, or none)");
        assertThatThrownBy(() -> Calibration.fit(shape, List.of()))
                .hasMessage("runs: none (expected: at least 3 loads)");
        assertThatThrownBy(() -> Calibration.fit(TaskShape.single("io"), runs))
                .hasMessage("pool: io (expected: one of [business])");
    }

    private static SimulationResult simulate(int cores, int users) {
        return Simulator.run(
                JsfModel.service("fixed:threads=" + users),
                CpuModel.inTurns(cores).withBackground(BACKGROUND),
                Load.closed(users),
                RunPlan.of(99, Duration.ofSeconds(20)));
    }

    private static MeasuredRun measured(int cores, int users) {
        return measured(cores, users, simulate(cores, users), 1.0 / PAUSE_EVERY, 13);
    }

    private static MeasuredRun nested(int cores, int users) {
        Program conversion = Program.start().cpu(Delay.constant(0.03));
        Program query = Program.start()
                .cpu(Delay.constant(0.005))
                .io(Delay.logNormal(1, 1))
                .elsewhere(Delay.constant(LOOPS))
                .cpu(Delay.constant(0.005));
        Delay third = Delay.constant(0.02 / 3);
        Program item = Program.start()
                .cpu(third)
                .fork("select", 4, conversion)
                .cpu(third)
                .fork("select", 4, query)
                .cpu(third);
        SimulatedService service = SimulatedService.of(Program.start()
                        .cpu(Delay.constant(LOOPS))
                        .on("business", Program.start().fork("common", 5, item)))
                .pool("business", "fixed:threads=64,queue=1000")
                .pool("common", "fixed:threads=64,queue=10000")
                .pool("select", "fixed:threads=64,queue=10000")
                .network(Delay.constant(0.4))
                .build();
        return measured(
                cores,
                users,
                Simulator.run(
                        service,
                        CpuModel.inTurns(cores).withIdleWakeCost(1e6 * IDLE_WAKE),
                        Load.closed(users),
                        RunPlan.of(99, Duration.ofSeconds(20))),
                0,
                0);
    }

    private static MeasuredRun measured(
            int cores, int users, SimulationResult result, double pausesPerCall, double pauseMillis) {
        return new MeasuredRun(
                cores,
                users,
                new Seen(result.tps(), result.meanMillis(), result.percentileMillis(99)),
                new Cpu(result.cpu().busyCores(), pausesPerCall, pauseMillis),
                result.pools().stream().map(CalibrationTest::pool).toList());
    }

    private static Pool pool(LedgerSnapshot pool) {
        double tasks = pool.serviceTimeNanos().count();
        return new Pool(
                pool.poolName(),
                pool.state().maxThreads(),
                pool.queueTimeNanos().mean() / 1e6,
                pool.serviceTimeNanos().mean() / 1e6,
                pool.times().joinWaitNanos() / tasks / 1e6,
                pool.times().cpuNanos() / tasks / 1e6,
                pool.serviceTimeNanos().standardDeviation() / 1e6);
    }
}
