package dev.multipool.laboratory.result;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares windows as if the server's cores and the machine's memory had always been equally fast, and the cores equally far apart: at
 * the middle speed of all of them.
 *
 * <p>Calls take longer on slower cores, but only by the part of their time that is computing. So throughput changes with the speed
 * to the power u · s. Here u is the part of the time for which the server's cores are busy, and s is the service's sensitivity.
 * A sensitivity of 1 means: the service slows down as much as the piece of work that measures the speed. It is above 1 where a
 * neighbour on the core's other hardware thread hurts the service more than that work.
 *
 * <p>Where a hypervisor takes memory away, a service waits for each piece of it that it touches next. So the logarithm of throughput
 * changes by u · m for each 100 us that a touch of idle memory takes longer. Here m is the sensitivity to that. Where it moves a core away
 * from the others, what one core writes and another reads comes later. So the logarithm changes by u · d for each 100 ns that a cache line
 * takes longer.
 *
 * <p>The sensitivities of each stage come from windows of equal settings, by least squares of the logarithm of throughput. They are drawn
 * towards usual ones (ridge regression, A. Hoerl and R. Kennard 1970). Few windows, or windows of one speed, leave them near these. The
 * usual one for memory is what a service of short calls showed within an hour, that for distance what leaves the least scatter of services of
 * short and of long calls (docs/experiments/search.md).
 *
 * <p>An open loop that is carried has the throughput of its schedule at any speed. So it stays as it was measured.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class EqualSpeed {
    /** Part of an open loop's rate; with less the service, not the schedule, was the limit. */
    private static final double CARRIED = 0.98;

    private static final int TURNS = 200;
    private static final List<Kind> KINDS = List.of(Kind.values());

    private final Map<Kind, Double> middle;
    /** In the order of the kinds. */
    private final Map<String, double[]> sensitivitiesByStage;

    private EqualSpeed(Map<Kind, Double> middle, Map<String, double[]> sensitivitiesByStage) {
        this.middle = middle;
        this.sensitivitiesByStage = sensitivitiesByStage;
    }

    /** In what a machine may be slower at one time than at another, and how much a call's time changes with it. */
    private enum Kind {
        /** The logarithm of the time of a piece of work. */
        CORES(1, 0.5, 2.5, 0.03) {
            @Override
            Double slowness(ServerSpeed speed) {
                return Math.log(speed.spinNanos());
            }
        },
        /** The time of a touch, in units of 100 us. */
        MEMORY(0.5, 0, 1.5, 0.05) {
            @Override
            @Nullable
            Double slowness(ServerSpeed speed) {
                return speed.touchNanos() == null ? null : speed.touchNanos() / 100_000;
            }
        },
        /** The time of a cache line's way, in units of 100 ns. */
        DISTANCE(0.05, 0, 0.25, 0.3) {
            @Override
            @Nullable
            Double slowness(ServerSpeed speed) {
                return speed.distanceNanos() == null ? null : speed.distanceNanos() / 100;
            }
        };

        /** How much the logarithm of a call's time changes with one unit of slowness. */
        private final double usual;

        private final double least;
        private final double most;
        /** The usual one weighs as much as five windows whose slowness spreads by that. */
        private final double spread;

        Kind(double usual, double least, double most, double spread) {
            this.usual = usual;
            this.least = least;
            this.most = most;
            this.spread = spread;
        }

        /** Null where nobody looked. */
        abstract @Nullable Double slowness(ServerSpeed speed);

        private double weight() {
            return 5 * spread * spread;
        }
    }

    /** Of these windows; only those that count tell about the sensitivities. */
    public static EqualSpeed of(List<LabRun> runs) {
        List<LabRun> known = runs.stream().filter(run -> busy(run) != null).toList();
        Map<Kind, Double> middle = new EnumMap<>(Kind.class);
        for (Kind kind : KINDS) {
            List<Double> all = known.stream()
                    .map(run -> kind.slowness(speed(run)))
                    .filter(Objects::nonNull)
                    .toList();
            if (!all.isEmpty()) {
                middle.put(kind, Spread.ofMeans(all).median());
            }
        }
        Map<String, List<LabRun>> byStage = known.stream()
                .filter(run -> run.isValid() && run.figures().counts().throughputPerSecond() > 0 && !isCarried(run))
                .collect(Collectors.groupingBy(run -> run.settings().place().stage()));
        Map<String, double[]> sensitivities = new HashMap<>();
        byStage.forEach((stage, windows) -> sensitivities.put(stage, sensitivities(windows, middle)));
        return new EqualSpeed(middle, sensitivities);
    }

    /** Of the windows of one stage. */
    private static double[] sensitivities(List<LabRun> windows, Map<Kind, Double> middle) {
        double[][] together = new double[KINDS.size()][KINDS.size()];
        double[] withTime = new double[KINDS.size()];
        for (int i = 0; i < KINDS.size(); i++) {
            together[i][i] = KINDS.get(i).weight();
            withTime[i] = KINDS.get(i).weight() * KINDS.get(i).usual;
        }
        for (List<LabRun> repeats : windows.stream()
                .collect(Collectors.groupingBy(LabRun::settings))
                .values()) {
            double[] times = repeats.stream()
                    .mapToDouble(run -> -Math.log(run.figures().counts().throughputPerSecond()))
                    .toArray();
            List<double[]> slowness = KINDS.stream()
                    .map(kind -> repeats.stream()
                            .mapToDouble(run -> slowness(run, kind, middle))
                            .toArray())
                    .toList();
            for (int i = 0; i < KINDS.size(); i++) {
                withTime[i] += covariation(slowness.get(i), times);
                for (int j = 0; j < KINDS.size(); j++) {
                    together[i][j] += covariation(slowness.get(i), slowness.get(j));
                }
            }
        }
        return solution(together, withTime);
    }

    /**
     * The sensitivities within their bounds that leave the least squares. Each by turns takes its best value beside the others, which comes as
     * near as one likes (coordinate descent, C. Hildreth 1957).
     */
    private static double[] solution(double[][] together, double[] withTime) {
        double[] found = usual();
        for (int turn = 0; turn < TURNS; turn++) {
            for (int i = 0; i < found.length; i++) {
                double left = withTime[i];
                for (int j = 0; j < found.length; j++) {
                    left -= j == i ? 0 : together[i][j] * found[j];
                }
                Kind kind = KINDS.get(i);
                found[i] = Math.max(kind.least, Math.min(kind.most, left / together[i][i]));
            }
        }
        return found;
    }

    private static double[] usual() {
        return KINDS.stream().mapToDouble(kind -> kind.usual).toArray();
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
        double[] sensitivities =
                sensitivitiesByStage.getOrDefault(run.settings().place().stage(), usual());
        double slower = 0;
        for (int i = 0; i < KINDS.size(); i++) {
            slower += sensitivities[i] * slowness(run, KINDS.get(i), middle);
        }
        return measured * Math.exp(slower);
    }

    private static boolean isCarried(LabRun run) {
        return run.settings().load().demand() instanceof Demand.OpenLoop open
                && run.figures().counts().throughputPerSecond() >= CARRIED * open.ratePerSecond();
    }

    /** How much slower a window was than one at the middle speed, times the part of the time for which the cores worked. */
    private static double slowness(LabRun run, Kind kind, Map<Kind, Double> middle) {
        Double own = kind.slowness(speed(run));
        Double usual = middle.get(kind);
        return own == null || usual == null ? 0 : Objects.requireNonNull(busy(run)) * (own - usual);
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
