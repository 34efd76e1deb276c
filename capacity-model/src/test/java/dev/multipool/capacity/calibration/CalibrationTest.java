package dev.multipool.capacity.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.capacity.calibration.MeasuredRun.Cpu;
import dev.multipool.capacity.calibration.MeasuredRun.Pool;
import dev.multipool.capacity.published.JsfModel;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.pools.LedgerSnapshot;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The measured runs here are simulated ones with another seed, so that what is to be found is known. */
class CalibrationTest {

    private static final double BACKGROUND = 0.1;
    private static final int PAUSE_EVERY = 7000;

    private final List<MeasuredRun> runs =
            List.of(measured(1, 2), measured(1, 4), measured(1, 6), measured(2, 2), measured(2, 6), measured(2, 10));

    @Test
    void fit_findsWhatTheRunsWereMadeOf() {
        ServiceProfile profile = Calibration.fit(runs);

        assertThat(profile.cpuMillis()).isCloseTo(0.588, Percentage.withPercentage(2));
        assertThat(profile.backgroundCores()).isCloseTo(BACKGROUND, within(0.02));
        assertThat(profile.poolCpuMillis()).isCloseTo(0.388, Percentage.withPercentage(2));
        assertThat(profile.blocked().millis()).isCloseTo(2.161, Percentage.withPercentage(3));
        assertThat(profile.blocked().cv()).isCloseTo(0.28, within(0.03));
        assertThat(profile.outsideMillis()).isCloseTo(0.821, within(0.1));
        assertThat(profile.pauses().everyCalls()).isEqualTo(PAUSE_EVERY);
        assertThat(profile.band()).isLessThan(0.05);
    }

    @Test
    void predict_fourCoresFromTwo_isWithinItsBand() {
        ServiceProfile profile = Calibration.fit(runs);

        for (Prediction prediction : Prediction.table(profile, CpuModel.cores(4), List.of(4, 16, 24, 40))) {
            double truth = simulate(4, prediction.users()).tps();

            assertThat(truth).as("%d users", prediction.users()).isBetween(prediction.tpsLow(), prediction.tpsHigh());
            assertThat(prediction.bound()).isGreaterThan(0.97 * prediction.tps());
        }
    }

    @Test
    void fit_ofTooFewLoads_isRefused() {
        assertThatThrownBy(() -> Calibration.fit(runs.subList(0, 2)))
                .hasMessage("runs: 2 loads on 1 cores (expected: >= 3, or none)");
        assertThatThrownBy(() -> Calibration.fit(List.of())).hasMessage("runs: none (expected: at least 3 loads)");
    }

    private static SimulationResult simulate(int cores, int users) {
        return Simulator.run(
                JsfModel.service("fixed:threads=" + users),
                CpuModel.cores(cores).withBackground(BACKGROUND),
                Load.closed(users),
                RunPlan.of(99, Duration.ofSeconds(20)));
    }

    private static MeasuredRun measured(int cores, int users) {
        SimulationResult result = simulate(cores, users);
        LedgerSnapshot pool = result.pool("business");
        double tasks = pool.serviceTimeNanos().count();
        return new MeasuredRun(
                cores,
                users,
                users,
                result.tps(),
                result.meanMillis(),
                new Cpu(result.cpu().busyCores(), 1.0 / PAUSE_EVERY, 13),
                new Pool(
                        pool.queueTimeNanos().mean() / 1e6,
                        pool.serviceTimeNanos().mean() / 1e6,
                        pool.times().cpuNanos() / tasks / 1e6,
                        pool.serviceTimeNanos().toHistogram().getStdDeviation() / 1e6));
    }
}
