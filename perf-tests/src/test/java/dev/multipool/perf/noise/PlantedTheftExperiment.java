package dev.multipool.perf.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.PointSummary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sweep on a machine that stands still for a fifth of the time.
 *
 * <p><b>Question.</b> Do clean figures show what the service does, whatever the machine does?
 *
 * <p><b>Hypothesis.</b> With all measured processes stopped together for random 5 to 200 ms, a fifth of the time, clean
 * throughput stays within 5 % and clean TP99 within 15 % of what it is without. Raw figures are far off.
 *
 * <p><b>Setup.</b> Three pool sizes, each by turns with and without the theft, six times. A core that a hypervisor takes away does not
 * halt; so the cores are kept awake by others, too, while all that is measured is stopped.
 *
 * <p><b>How to run.</b> {@code mvn verify -Pnoise}.
 */
class PlantedTheftExperiment {
    private static final List<Integer> SIZES = List.of(4, 8, 16);
    private static final int ROUNDS = 6;
    private static final String CALM = "calm";
    private static final String ROBBED = "robbed";
    private static final Demand USERS = new Demand.ClosedLoop(100, 0, 0.01);

    @Test
    @Timeout(900)
    @SuppressWarnings("try") // the freezer only has to be there
    void theftIsLeftOut_andWithoutCleanTimeTheFiguresWouldBeFarOff(@TempDir Path directory)
            throws InterruptedException {
        List<LabRun> calm = new ArrayList<>();
        List<LabRun> robbed = new ArrayList<>();
        try (NoisyLaboratory laboratory = NoisyLaboratory.start(directory);
                Loops awake = Loops.idle(laboratory.cpus())) {
            laboratory.measure(8, USERS);
            for (int round = 0; round < ROUNDS; round++) {
                for (int size : SIZES) {
                    calm.add(laboratory.measure(CALM, size, USERS));
                    try (Freezer theft = Freezer.freeze(
                            laboratory.measuredProcesses(), Duration.ofMillis(5), Duration.ofMillis(200), 0.2)) {
                        robbed.add(laboratory.measure(ROBBED, size, USERS));
                    }
                }
            }
        }

        // all in one: windows of both are compared at one speed
        List<PointSummary> all =
                PointSummary.of(Stream.concat(calm.stream(), robbed.stream()).toList());
        List<PointSummary> without = ofStage(CALM, all);
        List<PointSummary> with = ofStage(ROBBED, all);
        for (int i = 0; i < SIZES.size(); i++) {
            Candidate one = candidate(without.get(i));
            Candidate other = candidate(with.get(i));
            System.out.printf(
                    Locale.ROOT,
                    "%d threads: calm %.0f TPS, TP99 %.2f ms; robbed clean %.0f TPS (%+.1f %%), TP99 %.2f ms (%+.1f %%);"
                            + " robbed raw %.0f TPS, TP99 %.2f ms, max %.0f ms; %.0f %% of slices disturbed%n",
                    SIZES.get(i),
                    one.throughput(),
                    one.p99Millis(),
                    other.throughput(),
                    100 * (other.throughput() / one.throughput() - 1),
                    other.p99Millis(),
                    100 * (other.p99Millis() / one.p99Millis() - 1),
                    rawThroughput(robbed, SIZES.get(i)),
                    rawP99(robbed, SIZES.get(i)),
                    rawMax(robbed, SIZES.get(i)),
                    100 * disturbedShare(robbed, SIZES.get(i)));
        }
        for (int i = 0; i < SIZES.size(); i++) {
            Candidate one = candidate(without.get(i));
            Candidate other = candidate(with.get(i));
            assertThat(other.throughput()).isCloseTo(one.throughput(), within(0.05 * one.throughput()));
            assertThat(other.p99Millis()).isCloseTo(one.p99Millis(), within(0.15 * one.p99Millis()));
            assertThat(rawThroughput(robbed, SIZES.get(i)))
                    .as("raw throughput under theft")
                    .isLessThan(0.9 * one.throughput());
            assertThat(rawMax(robbed, SIZES.get(i)))
                    .as("longest call that the theft held")
                    .isGreaterThan(100);
        }
        Objective objective = Objective.tp99Below(Duration.ofMillis(10));
        int answer = Candidate.smallestOfTheBest(objective, without)
                .orElseThrow()
                .pool()
                .threads();
        int underTheft = Candidate.smallestOfTheBest(objective, with)
                .orElseThrow()
                .pool()
                .threads();
        assertThat(Math.abs(SIZES.indexOf(answer) - SIZES.indexOf(underTheft)))
                .as("%d threads without, %d under theft: the same or neighbours", answer, underTheft)
                .isLessThanOrEqualTo(1);
    }

    private static List<PointSummary> ofStage(String stage, List<PointSummary> points) {
        return points.stream()
                .filter(point -> point.settings().place().stage().equals(stage))
                .toList();
    }

    private static Candidate candidate(PointSummary point) {
        return Candidate.of(List.of(point)).get(0);
    }

    private static double rawThroughput(List<LabRun> runs, int threads) {
        return of(runs, threads, run -> run.figures().noise().raw().throughputPerSecond())
                .average()
                .orElseThrow();
    }

    private static double rawP99(List<LabRun> runs, int threads) {
        return of(
                        runs,
                        threads,
                        run -> run.figures().noise().raw().responseTime().p99Millis())
                .average()
                .orElseThrow();
    }

    private static double rawMax(List<LabRun> runs, int threads) {
        return of(
                        runs,
                        threads,
                        run -> run.figures().noise().raw().responseTime().maxMillis())
                .max()
                .orElseThrow();
    }

    private static double disturbedShare(List<LabRun> runs, int threads) {
        return of(
                        runs,
                        threads,
                        run -> (double) run.figures().noise().disturbance().disturbedSlices()
                                / run.figures().noise().disturbance().slices())
                .average()
                .orElseThrow();
    }

    private static DoubleStream of(List<LabRun> runs, int threads, ToDoubleFunction<LabRun> figure) {
        return runs.stream()
                .filter(run -> NoisyLaboratory.pool(run).threads() == threads)
                .mapToDouble(figure);
    }
}
