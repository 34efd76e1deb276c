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
 * Compares windows as if the server's cores had always been equally fast: at the middle speed of all of them.
 *
 * <p>Calls take longer on slower cores, but only by the part of their time that is computing. So throughput changes with the speed
 * to the power u · s. Here u is the part of the time for which the server's cores are busy, and s is the service's sensitivity.
 * A sensitivity of 1 means: the service slows down as much as the piece of work that measures the speed. It is above 1 where a
 * neighbour on the core's other hardware thread hurts the service more than that work.
 *
 * <p>The sensitivity of each stage comes from windows of equal settings: it is the slope of the logarithm of throughput over u times
 * that of the speed, by least squares, drawn towards 1 (ridge regression, A. Hoerl and R. Kennard 1970). Few windows, or windows
 * of one speed, leave it near 1.
 *
 * <p>An open loop that is carried has the throughput of its schedule at any speed. So it stays as it was measured.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class EqualSpeed {
    /** Weighs the assumption of 1 as much as five windows whose speeds spread by 3 %. */
    private static final double PRIOR_WEIGHT = 5 * 0.03 * 0.03;

    /** Part of an open loop's rate; with less the service, not the schedule, was the limit. */
    private static final double CARRIED = 0.98;

    private static final double LEAST = 0.5;
    private static final double MOST = 2.5;

    private final double middleNanos;
    private final Map<String, Double> sensitivityByStage;

    private EqualSpeed(double middleNanos, Map<String, Double> sensitivityByStage) {
        this.middleNanos = middleNanos;
        this.sensitivityByStage = sensitivityByStage;
    }

    /** Of these windows; only those that count tell about the sensitivity. */
    public static EqualSpeed of(List<LabRun> runs) {
        List<LabRun> known = runs.stream().filter(run -> busy(run) != null).toList();
        List<Double> nanos = known.stream().map(EqualSpeed::spinNanos).toList();
        double middle = nanos.isEmpty() ? 1 : Spread.ofMeans(nanos).median();
        Map<String, List<LabRun>> byStage = known.stream()
                .filter(run -> run.isValid() && run.figures().counts().throughputPerSecond() > 0 && !isCarried(run))
                .collect(Collectors.groupingBy(run -> run.settings().place().stage()));
        Map<String, Double> sensitivities = new HashMap<>();
        byStage.forEach((stage, windows) -> sensitivities.put(stage, sensitivity(windows, middle)));
        return new EqualSpeed(middle, sensitivities);
    }

    private static double sensitivity(List<LabRun> windows, double middleNanos) {
        double products = PRIOR_WEIGHT;
        double squares = PRIOR_WEIGHT;
        for (List<LabRun> repeats : windows.stream()
                .collect(Collectors.groupingBy(LabRun::settings))
                .values()) {
            double[] slownesses = repeats.stream()
                    .mapToDouble(run -> slowness(run, middleNanos))
                    .toArray();
            double[] timesOfACall = repeats.stream()
                    .mapToDouble(run -> -Math.log(run.figures().counts().throughputPerSecond()))
                    .toArray();
            products += covariation(slownesses, timesOfACall);
            squares += covariation(slownesses, slownesses);
        }
        return Math.max(LEAST, Math.min(MOST, products / squares));
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
        Double busy = busy(run);
        double measured = run.figures().counts().throughputPerSecond();
        if (busy == null || isCarried(run)) {
            return measured;
        }
        double sensitivity =
                sensitivityByStage.getOrDefault(run.settings().place().stage(), 1.0);
        return measured * Math.exp(sensitivity * slowness(run, middleNanos));
    }

    private static boolean isCarried(LabRun run) {
        return run.settings().load().demand() instanceof Demand.OpenLoop open
                && run.figures().counts().throughputPerSecond() >= CARRIED * open.ratePerSecond();
    }

    /** The logarithm of a slowness beside the middle one, times the part of the time for which the cores worked. */
    private static double slowness(LabRun run, double middleNanos) {
        return Objects.requireNonNull(busy(run)) * Math.log(spinNanos(run) / middleNanos);
    }

    /** The part of the time for which the server's cores were busy; null where that or their speed is not known. */
    private static @Nullable Double busy(LabRun run) {
        ServerSpeed speed = run.details().cores().serverSpeed();
        Double cpu = run.figures().use().serverCpuCores();
        return speed == null || cpu == null ? null : Math.min(1, cpu / speed.cores());
    }

    private static double spinNanos(LabRun run) {
        return Objects.requireNonNull(run.details().cores().serverSpeed()).spinNanos();
    }
}
