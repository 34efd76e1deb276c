package dev.multipool.laboratory.result;

import dev.multipool.laboratory.result.MethodAnswer.MeasuredSetting;
import dev.multipool.laboratory.result.SustainableRate.Carried;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a result answers with: the very settings that it was measured with.
 *
 * @param name the method, or what was measured
 * @param settings of the answer's windows
 * @param throughputPerSecond that the answer tells
 * @param sustainable what the answer tells of independent calls; null where it was not asked for
 * @param atRate of the windows that confirmed that rate; null where there is none
 */
public record AnsweredSetting(
        String name,
        RunSettings settings,
        double throughputPerSecond,
        @Nullable SustainableRate sustainable,
        @Nullable RunSettings atRate) {

    /** Of each method that has an answer, else the only one; none where nothing is recommended. */
    public static List<AnsweredSetting> of(LabResult result) {
        Answer answer = result.answer();
        if (!answer.methods().isEmpty()) {
            return answer.methods().stream()
                    .flatMap(method -> ofMethod(result, method).stream())
                    .toList();
        }
        SustainableRate sustainable = answer.recommendation().sustainable();
        return result.measured().points().stream()
                .filter(answer::isOf)
                .limit(1)
                .map(point -> new AnsweredSetting(
                        result.subject(),
                        point.settings(),
                        Objects.requireNonNull(answer.recommendation().throughputPerSecond()),
                        sustainable,
                        atRate(result, point.settings(), sustainable)))
                .toList();
    }

    private static Optional<AnsweredSetting> ofMethod(LabResult result, MethodAnswer method) {
        MeasuredSetting pools = method.settings().pools();
        return pools == null
                ? Optional.empty()
                : longest(result, point -> isOf(point, pools))
                        .map(point -> new AnsweredSetting(
                                method.method(),
                                point,
                                pools.throughputPerSecond(),
                                pools.sustainable(),
                                atRate(result, point, pools.sustainable())));
    }

    private static boolean isOf(RunSettings point, MeasuredSetting pools) {
        return point.variant().name().equals(pools.name())
                && point.load().demand() instanceof Demand.ClosedLoop closed
                && closed.users() == pools.users();
    }

    /** Null where no rate is known. */
    private static @Nullable RunSettings atRate(
            LabResult result, RunSettings answered, @Nullable SustainableRate sustainable) {
        Carried carried = sustainable == null ? null : sustainable.rate();
        return carried == null
                ? null
                : longest(
                                result,
                                point -> point.variant()
                                                .server()
                                                .equals(answered.variant().server())
                                        && point.load().demand() instanceof Demand.OpenLoop open
                                        && open.ratePerSecond() == carried.perSecond())
                        .orElse(null);
    }

    /** Windows that decide are longer than those of the search for them. */
    private static Optional<RunSettings> longest(LabResult result, Predicate<RunSettings> wanted) {
        return result.measured().points().stream()
                .map(PointSummary::settings)
                .filter(wanted)
                .max(Comparator.comparingDouble(point -> point.load().times().durationSeconds()));
    }
}
