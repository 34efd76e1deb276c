package dev.multipool.bench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Why one run can't be trusted.
 *
 * @param fault what is wrong; programs decide by it
 * @param figures those that the fault rests on
 * @param errors unexpected errors by code; empty for other faults
 * @param names the event loop that was too busy, or the error codes that were expected
 */
public record InvalidReason(Fault fault, Map<Measure, Double> figures, Map<String, Long> errors, List<String> names) {

    /** What is counted or measured; shares are parts of 1. */
    public enum Measure {
        MEASURED_SECONDS,
        /** Of the measured window, not disturbed by the machine. */
        CLEAN_SECONDS,
        PLANNED_SECONDS,
        CALLS_DUE,
        CALLS_SENT,
        CALLS_NOT_SENT,
        CALLS_ENDED,
        CALLS_NOT_FOUND,
        /** Calls in the first third of the clean time. */
        FIRST_CALLS_PER_SECOND,
        /** Calls in its last third. */
        LAST_CALLS_PER_SECOND,
        /** The 99th percentile. */
        SEND_DELAY_MILLIS,
        PAUSED_MILLIS,
        CORES_USED,
        CORES,
        /** Of the window, that the generator paused for. */
        PAUSED_SHARE,
        LIMIT_SHARE,
        LIMIT_MILLIS,
        LIMIT_CORES
    }

    public InvalidReason {
        Map<Measure, Double> known = new EnumMap<>(Measure.class);
        known.putAll(figures);
        figures = Collections.unmodifiableMap(known);
        errors = Collections.unmodifiableMap(new TreeMap<>(errors));
        names = List.copyOf(names);
    }

    /** A reason that has no figures yet. */
    public static InvalidReason of(Fault fault) {
        return new InvalidReason(fault, Map.of(), Map.of(), List.of());
    }

    /** Errors that were not expected. */
    public static InvalidReason ofErrors(Map<String, Long> errors, List<String> expectedCodes) {
        return new InvalidReason(Fault.ERRORS, Map.of(), errors, expectedCodes);
    }

    /** The same with this figure. */
    public InvalidReason with(Measure measure, double value) {
        Map<Measure, Double> more = new EnumMap<>(Measure.class);
        more.putAll(figures);
        more.put(measure, value);
        return new InvalidReason(fault, more, errors, names);
    }

    /** The same about this. */
    public InvalidReason about(String name) {
        return new InvalidReason(
                fault,
                figures,
                errors,
                Stream.concat(names.stream(), Stream.of(name)).toList());
    }

    /** The same for people. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String text() {
        return switch (fault) {
            case STOPPED_EARLY ->
                fill(
                        "stopped early: %.1f s of %.1f s were measured",
                        Measure.MEASURED_SECONDS, Measure.PLANNED_SECONDS);
            case NO_ANSWERS -> "no call was answered without an error";
            case CALLS_LOST -> fill("calls were lost: %.0f sent, %.0f ended", Measure.CALLS_SENT, Measure.CALLS_ENDED);
            case ERRORS ->
                count(errors.values().stream().mapToLong(Long::longValue).sum()) + ": " + errors + " (expected: "
                        + (names.isEmpty() ? "0" : "only " + String.join(", ", names)) + ")";
            case NOT_FOUND ->
                fill("%.0f users or items not found (expected: 0, they were seeded)", Measure.CALLS_NOT_FOUND);
            case GENERATOR_BOTTLENECK ->
                "the generator was the bottleneck: it"
                        + (names.isEmpty()
                                ? fill(" used %.2f of the %.0f cores it may use", Measure.CORES_USED, Measure.CORES)
                                : "s event loop " + names.get(0) + fill(" used %.2f of one core", Measure.CORES_USED))
                        + fill(" (expected: at most %.0f %%)", Measure.LIMIT_SHARE);
            case GENERATOR_PAUSED ->
                fill(
                        "the generator paused: its collector stopped it for %.0f ms, %.1f %% of the window"
                                + " (expected: at most %.0f %%)",
                        Measure.PAUSED_MILLIS, Measure.PAUSED_SHARE, Measure.LIMIT_SHARE);
            case GENERATOR_LATE ->
                fill(
                        "the generator was late: p99 of its send delay is %.2f ms (expected: at most %.2f ms)",
                        Measure.SEND_DELAY_MILLIS, Measure.LIMIT_MILLIS);
            case SCHEDULE_NOT_KEPT ->
                fill(
                                "the schedule was not kept: %.0f of %.0f calls due were sent (expected: at least"
                                        + " %.0f %%)",
                                Measure.CALLS_SENT, Measure.CALLS_DUE, Measure.LIMIT_SHARE)
                        + (figures.containsKey(Measure.CALLS_NOT_SENT)
                                ? fill("; %.0f found too many in flight", Measure.CALLS_NOT_SENT)
                                : "");
            case NOT_STEADY ->
                fill(
                        "not steady: %.0f calls/s in the first third of the clean time, %.0f in the last"
                                + " (expected: at most %.0f %% apart)",
                        Measure.FIRST_CALLS_PER_SECOND, Measure.LAST_CALLS_PER_SECOND, Measure.LIMIT_SHARE);
            case COMPILING ->
                fill(
                        "the server was still compiling: its JIT compilers used %.2f cores (expected: at most %.2f)",
                        Measure.CORES_USED, Measure.LIMIT_CORES);
            case FOREIGN_LOAD -> shared("were used by processes that are no part of the run");
            case STOLEN -> shared("were stolen by the hypervisor");
            case TOO_FEW_CLEAN_SLICES ->
                fill(
                        "the machine stalled: %.1f s of the window were clean (expected: at least %.0f %% of %.1f s)",
                        Measure.CLEAN_SECONDS, Measure.LIMIT_SHARE, Measure.PLANNED_SECONDS);
        };
    }

    private static String count(long errors) {
        return errors + (errors == 1 ? " error" : " errors");
    }

    private String shared(String how) {
        return fill(
                "the machine was shared: %.2f cores " + how + " (expected: at most %.1f)",
                Measure.CORES_USED,
                Measure.LIMIT_CORES);
    }

    /** Shares are shown in percents. */
    private String fill(String pattern, Measure... places) {
        return String.format(
                Locale.ROOT,
                pattern,
                Stream.of(places)
                        .map(place -> (place == Measure.PAUSED_SHARE || place == Measure.LIMIT_SHARE ? 100 : 1)
                                * figures.getOrDefault(place, 0.0))
                        .toArray());
    }
}
