package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The repeated runs of one point.
 *
 * @param settings what they were made with
 * @param runs runs made
 * @param validRuns runs that count
 * @param figures over the runs that count; null when none does
 * @param disturbedFigures where none counts, over those that only the machine disturbed; null otherwise
 * @param evidence what an answer about this point would rest on
 */
public record PointSummary(
        RunSettings settings,
        int runs,
        int validRuns,
        @Nullable PointFigures figures,
        @Nullable PointFigures disturbedFigures,
        Evidence evidence) {

    /**
     * Medians and spreads over the runs of one point.
     *
     * @param throughputPerSecond calls answered without an error, per second, at equal speed of the cores
     * @param goodputPerSecond of these, answered in time, counted from the intended start
     * @param failedPerSecond calls that were answered with an error or not at all, per second
     * @param percentiles response times
     * @param serverCpuCores median CPU use of the server; null where a run did not tell
     */
    public record PointFigures(
            Spread throughputPerSecond,
            Spread goodputPerSecond,
            Spread failedPerSecond,
            @JsonUnwrapped Percentiles percentiles,
            @Nullable Double serverCpuCores) {
        /**
         * Response times.
         *
         * @param p999Millis null where a run did not tell
         * @param correctedP99Millis TP99 of a closed loop without coordinated omission; null in an open loop
         */
        public record Percentiles(
                Spread p50Millis,
                Spread p90Millis,
                Spread p99Millis,
                @Nullable Spread p999Millis,
                @Nullable Spread correctedP99Millis) {}
    }

    /** One summary for each settings, stages and points in the order in which they were first run. */
    public static List<PointSummary> of(List<LabRun> runs) {
        EqualSpeed speed = EqualSpeed.of(runs);
        Map<String, Map<RunSettings, List<LabRun>>> byStage = new LinkedHashMap<>();
        for (LabRun run : runs) {
            byStage.computeIfAbsent(run.settings().place().stage(), stage -> new LinkedHashMap<>())
                    .computeIfAbsent(run.settings(), settings -> new ArrayList<>())
                    .add(run);
        }
        return byStage.values().stream()
                .flatMap(points -> ofOneStage(List.copyOf(points.values()), speed))
                .toList();
    }

    private static Stream<PointSummary> ofOneStage(List<List<LabRun>> points, EqualSpeed speed) {
        LikeWindows alike =
                new LikeWindows(points.stream().map(PointSummary::valid).toList(), speed);
        return IntStream.range(0, points.size())
                .mapToObj(each -> ofOnePoint(
                        points.get(each),
                        speed,
                        Evidence.of(points.get(each), speed, alike.throughput(each), alike.tail(each))));
    }

    private static List<LabRun> valid(List<LabRun> runs) {
        return runs.stream().filter(LabRun::isValid).toList();
    }

    private static PointSummary ofOnePoint(List<LabRun> runs, EqualSpeed speed, Evidence evidence) {
        List<LabRun> valid = valid(runs);
        List<LabRun> disturbed = runs.stream().filter(LabRun::isDisturbedOnly).toList();
        return new PointSummary(
                runs.get(0).settings(),
                runs.size(),
                valid.size(),
                valid.isEmpty() ? null : figuresOf(valid, speed),
                !valid.isEmpty() || disturbed.isEmpty() ? null : figuresOf(disturbed, speed),
                evidence);
    }

    private static PointFigures figuresOf(List<LabRun> valid, EqualSpeed speed) {
        List<Double> serverCpuCores = valid.stream()
                .map(run -> run.figures().use().serverCpuCores())
                .filter(Objects::nonNull)
                .toList();
        return new PointFigures(
                Spread.ofMeans(valid.stream().map(speed::throughputPerSecond).toList()),
                Spread.ofMeans(each(valid, Figures::goodputPerSecond)),
                Spread.ofMeans(each(valid, Figures::failedPerSecond)),
                new PointSummary.PointFigures.Percentiles(
                        Spread.ofPercentiles(
                                each(valid, each -> each.times().responseTime().p50Millis())),
                        Spread.ofPercentiles(
                                each(valid, each -> each.times().responseTime().p90Millis())),
                        Spread.ofPercentiles(
                                each(valid, each -> each.times().responseTime().p99Millis())),
                        p999Millis(valid),
                        correctedP99Millis(valid)),
                serverCpuCores.size() < valid.size()
                        ? null
                        : Spread.ofMeans(serverCpuCores).median());
    }

    private static @Nullable Spread p999Millis(List<LabRun> valid) {
        List<Double> told = valid.stream()
                .map(run -> run.figures().times().responseTime().p999Millis())
                .filter(Objects::nonNull)
                .toList();
        return told.size() < valid.size() ? null : Spread.ofPercentiles(told);
    }

    private static @Nullable Spread correctedP99Millis(List<LabRun> valid) {
        List<Double> corrected = valid.stream()
                .map(run -> run.figures().times().corrected())
                .filter(Objects::nonNull)
                .map(times -> times.percentiles().p99Millis())
                .toList();
        return corrected.isEmpty() ? null : Spread.ofPercentiles(corrected);
    }

    private static List<Double> each(List<LabRun> runs, ToDoubleFunction<Figures> figure) {
        return runs.stream().map(run -> figure.applyAsDouble(run.figures())).toList();
    }
}
