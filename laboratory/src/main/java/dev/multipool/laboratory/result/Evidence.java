package dev.multipool.laboratory.result;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What an answer about one setting rests on.
 *
 * @param windows that count
 * @param throughputPerSecond over the windows that count, at equal speed of the cores; null with fewer than two
 * @param p99Millis TP99 over the windows that count; null with fewer than two
 * @param discarded what the other windows showed; null when there was none
 */
public record Evidence(
        int windows,
        @Nullable Interval throughputPerSecond,
        @Nullable Interval p99Millis,
        @Nullable Discarded discarded) {

    /** Of what was not measured. */
    public static final Evidence NOTHING = new Evidence(0, null, null, null);

    /**
     * Windows that do not count.
     *
     * @param windows how many
     * @param throughputPerSecond what they showed all the same
     * @param p99Millis what they showed all the same
     */
    public record Discarded(int windows, Spread throughputPerSecond, Spread p99Millis) {}

    /**
     * Out of all runs of one setting.
     *
     * @param throughput by how much windows like these differ
     * @param tail the same of TP99
     */
    static Evidence of(List<LabRun> runs, EqualSpeed speed, Scatter throughput, Scatter tail) {
        List<LabRun> valid = runs.stream().filter(LabRun::isValid).toList();
        List<LabRun> others = runs.stream().filter(run -> !run.isValid()).toList();
        return new Evidence(
                valid.size(),
                interval(valid, speed::throughputPerSecond, throughput),
                interval(valid, LikeWindows::tailMillis, tail),
                others.isEmpty()
                        ? null
                        : new Discarded(
                                others.size(),
                                Spread.ofMeans(each(
                                        others, run -> run.figures().counts().throughputPerSecond())),
                                Spread.ofPercentiles(each(others, LikeWindows::tailMillis))));
    }

    private static @Nullable Interval interval(List<LabRun> runs, ToDoubleFunction<LabRun> figure, Scatter scatter) {
        return runs.size() < 2 ? null : Interval.of(each(runs, figure), scatter);
    }

    private static List<Double> each(List<LabRun> runs, ToDoubleFunction<LabRun> figure) {
        return runs.stream().map(figure::applyAsDouble).toList();
    }

    /**
     * What TP99 of one more window stays below with 95 % confidence, once there are so many windows that differ as these do.
     *
     * @param inAll windows; where there are more already, these
     * @return empty with fewer than two windows
     */
    public OptionalDouble p99BoundMillis(int inAll) {
        return p99Millis == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(p99Millis.boundOfOneMore(windows, Math.max(windows, inAll)));
    }

    /** Windows that do not count. */
    int discardedWindows() {
        return discarded == null ? 0 : discarded.windows();
    }
}
