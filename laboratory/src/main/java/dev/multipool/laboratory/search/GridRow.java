package dev.multipool.laboratory.search;

import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.LabRun;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One window of a grid, or sizes that could not be measured.
 *
 * @param values by the knobs' names
 * @param users of the closed loop; null where nothing was measured, as are the figures
 * @param throughputPerSecond calls answered rightly
 * @param p99Millis of their response times
 * @param keeps whether it is within the objective, and no call failed
 * @param whyInvalid why it does not count; null when it does
 */
record GridRow(
        Map<String, String> values,
        @Nullable Integer users,
        @Nullable Double throughputPerSecond,
        @Nullable Double p99Millis,
        boolean keeps,
        @Nullable String whyInvalid) {
    GridRow {
        values = Map.copyOf(values);
    }

    static GridRow of(LabRun run, boolean keeps) {
        return new GridRow(
                run.settings().variant().server(),
                ((ClosedLoop) run.settings().load().demand()).users(),
                run.figures().counts().throughputPerSecond(),
                run.figures().times().responseTime().p99Millis(),
                keeps,
                run.isValid()
                        ? null
                        : run.invalidReasons().stream()
                                .map(InvalidReason::fault)
                                .map(Fault::name)
                                .distinct()
                                .collect(Collectors.joining("; ")));
    }

    static GridRow leftOut(Map<String, String> values, String why) {
        return new GridRow(
                values, null, null, null, false, why.lines().findFirst().orElse(why));
    }

    boolean isValid() {
        return whyInvalid == null;
    }
}
