package dev.multipool.laboratory.result;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares windows as if the server's cores and the machine's memory had always been equally fast: at the middle speed of all of them.
 *
 * <p>Calls take longer on slower cores, but only by the part of their time that is computing. So throughput changes with the speed
 * to the power u · s. Here u is the part of the time for which the server's cores are busy, and s is the service's sensitivity.
 * A sensitivity of 1 means: the service slows down as much as the piece of work that measures the speed. It is above 1 where a
 * neighbour on the core's other hardware thread hurts the service more than that work.
 *
 * <p>Where a hypervisor takes memory away, a service waits for each piece of it that it touches next. So the logarithm of throughput
 * changes by u · m for each 100 us that a touch of idle memory takes longer. Here m is the sensitivity to that.
 *
 * <p>The sensitivities of each stage come from windows of equal settings, by least squares of the logarithm of throughput. They are drawn
 * towards 1 and 0.5 (ridge regression, A. Hoerl and R. Kennard 1970). Few windows, or windows of one speed, leave them near these. The
 * second is what a service of short calls showed within an hour.
 *
 * <p>An open loop that is carried has the throughput of its schedule at any speed. So it stays as it was measured.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class EqualSpeed {
    /** Part of an open loop's rate; with less the service, not the schedule, was the limit. */
    private static final double CARRIED = 0.98;

    private static final double TOUCH_NANOS = 100_000;

    private final Middle middle;
    private final Map<String, Sensitivity> sensitivityByStage;

    private EqualSpeed(Middle middle, Map<String, Sensitivity> sensitivityByStage) {
        this.middle = middle;
        this.sensitivityByStage = sensitivityByStage;
    }

    /**
     * The speed that windows are brought to.
     *
     * @param spinNanos of the cores
     * @param touchNanos of memory
     */
    private record Middle(double spinNanos, double touchNanos) {
        private static Middle of(List<ServerSpeed> speeds) {
            return new Middle(
                    median(speeds.stream().map(ServerSpeed::spinNanos).toList(), 1),
                    median(
                            speeds.stream()
                                    .map(ServerSpeed::touchNanos)
                                    .filter(Objects::nonNull)
                                    .toList(),
                            0));
        }

        private static double median(List<Double> nanos, double ofNone) {
            return nanos.isEmpty() ? ofNone : Spread.ofMeans(nanos).median();
        }
    }

    /**
     * How much slower a window was than one at the middle speed, times the part of the time for which the cores worked.
     *
     * @param cores the logarithm of their slowness
     * @param memory what a touch took longer, in units of 100 us
     */
    private record Slowness(double cores, double memory) {}

    /** How much the logarithm of a call's time changes with each kind of slowness. */
    private record Sensitivity(double toCores, double toMemory) {
        private static final Sensitivity USUAL = new Sensitivity(1, 0.5);
        private static final Sensitivity LEAST = new Sensitivity(0.5, 0);
        private static final Sensitivity MOST = new Sensitivity(2.5, 1.5);
        /** The usual one weighs as much as five windows whose speeds spread by 3 %, and whose touches spread by 5 us. */
        private static final Sensitivity WEIGHT = new Sensitivity(5 * 0.03 * 0.03, 5 * 0.05 * 0.05);

        /** Of the windows of one stage. */
        private static Sensitivity of(List<LabRun> windows, Middle middle) {
            double coresAndCores = WEIGHT.toCores;
            double memoryAndMemory = WEIGHT.toMemory;
            double coresAndMemory = 0;
            double coresAndTime = WEIGHT.toCores * USUAL.toCores;
            double memoryAndTime = WEIGHT.toMemory * USUAL.toMemory;
            for (List<LabRun> repeats : windows.stream()
                    .collect(Collectors.groupingBy(LabRun::settings))
                    .values()) {
                double[] cores = repeats.stream()
                        .mapToDouble(run -> slowness(run, middle).cores())
                        .toArray();
                double[] memory = repeats.stream()
                        .mapToDouble(run -> slowness(run, middle).memory())
                        .toArray();
                double[] times = repeats.stream()
                        .mapToDouble(run -> -Math.log(run.figures().counts().throughputPerSecond()))
                        .toArray();
                coresAndCores += covariation(cores, cores);
                memoryAndMemory += covariation(memory, memory);
                coresAndMemory += covariation(cores, memory);
                coresAndTime += covariation(cores, times);
                memoryAndTime += covariation(memory, times);
            }
            // Cramer's rule; the weights keep the determinant above 0
            double determinant = coresAndCores * memoryAndMemory - coresAndMemory * coresAndMemory;
            return new Sensitivity(
                    (coresAndTime * memoryAndMemory - memoryAndTime * coresAndMemory) / determinant,
                    (memoryAndTime * coresAndCores - coresAndTime * coresAndMemory) / determinant);
        }

        private Sensitivity within(Sensitivity least, Sensitivity most) {
            return new Sensitivity(
                    Math.max(least.toCores, Math.min(most.toCores, toCores)),
                    Math.max(least.toMemory, Math.min(most.toMemory, toMemory)));
        }

        private double times(Slowness slowness) {
            return toCores * slowness.cores() + toMemory * slowness.memory();
        }
    }

    /** Of these windows; only those that count tell about the sensitivity. */
    public static EqualSpeed of(List<LabRun> runs) {
        List<LabRun> known = runs.stream().filter(run -> busy(run) != null).toList();
        Middle middle = Middle.of(known.stream().map(EqualSpeed::speed).toList());
        Map<String, List<LabRun>> byStage = known.stream()
                .filter(run -> run.isValid() && run.figures().counts().throughputPerSecond() > 0 && !isCarried(run))
                .collect(Collectors.groupingBy(run -> run.settings().place().stage()));
        Map<String, Sensitivity> sensitivities = new HashMap<>();
        byStage.forEach((stage, windows) ->
                sensitivities.put(stage, Sensitivity.of(windows, middle).within(Sensitivity.LEAST, Sensitivity.MOST)));
        return new EqualSpeed(middle, sensitivities);
    }

    /** The sum over all pairs of the products of their deviations from the means. */
    private static double covariation(double[] ones, double[] others) {
        double meanOfOnes = Arrays.stream(ones).average().orElse(0);
        double meanOfOthers = Arrays.stream(others).average().orElse(0);
        return IntStream.range(0, ones.length)
                .mapToDouble(i -> (ones[i] - meanOfOnes) * (others[i] - meanOfOthers))
                .sum();
    }

    /** A window's throughput at that speed; as it was measured where its speed is not known. */
    public double throughputPerSecond(LabRun run) {
        double measured = run.figures().counts().throughputPerSecond();
        if (busy(run) == null || isCarried(run)) {
            return measured;
        }
        return measured
                * Math.exp(sensitivityByStage
                        .getOrDefault(run.settings().place().stage(), Sensitivity.USUAL)
                        .times(slowness(run, middle)));
    }

    private static boolean isCarried(LabRun run) {
        return run.settings().load().demand() instanceof Demand.OpenLoop open
                && run.figures().counts().throughputPerSecond() >= CARRIED * open.ratePerSecond();
    }

    private static Slowness slowness(LabRun run, Middle middle) {
        double busy = Objects.requireNonNull(busy(run));
        Double touchNanos = speed(run).touchNanos();
        return new Slowness(
                busy * Math.log(speed(run).spinNanos() / middle.spinNanos()),
                touchNanos == null ? 0 : busy * (touchNanos - middle.touchNanos()) / TOUCH_NANOS);
    }

    /** The part of the time for which the server's cores were busy; null where that or their speed is not known. */
    private static @Nullable Double busy(LabRun run) {
        ServerSpeed speed = run.details().cores().serverSpeed();
        Double cpu = run.figures().use().serverCpuCores();
        return speed == null || cpu == null ? null : Math.min(1, cpu / speed.cores());
    }

    private static ServerSpeed speed(LabRun run) {
        return Objects.requireNonNull(run.details().cores().serverSpeed());
    }
}
