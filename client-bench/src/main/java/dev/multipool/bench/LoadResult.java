package dev.multipool.bench;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one run measured, in the shape of its JSON.
 *
 * @param plan what was run
 * @param startedAt when the measured window began, ISO-8601 in UTC
 * @param measuredSeconds the measured window's real length
 * @param calls calls answered without an error in the window
 * @param throughputPerSecond {@code calls / measuredSeconds}
 * @param responseTime of the calls answered without an error
 * @param errors failed calls of the window by error code name, such as {@code ELIMIT}; empty when there were none
 * @param notFound answered calls whose user was absent; the generator asks for seeded ids, so this should be 0
 * @param generatorCpuCores CPU time of the generator process in the window / its length; null where the OS does not tell
 * @param serverCpuCores the same for the server process; null when its pid was not given or it is not on this machine
 * @param environment where it ran
 * @param callsPerSecond calls answered without an error in each second of the window, to judge how steady it was; the
 *     last second may be a part of one; empty when not kept
 * @param invalidReasons why the run cannot be trusted; empty when it can
 */
public record LoadResult(
        LoadPlan plan,
        String startedAt,
        double measuredSeconds,
        long calls,
        double throughputPerSecond,
        ResponseTime responseTime,
        Map<String, Long> errors,
        long notFound,
        @Nullable Double generatorCpuCores,
        @Nullable Double serverCpuCores,
        Environment environment,
        List<Long> callsPerSecond,
        List<String> invalidReasons) {

    public LoadResult {
        if (calls < 0) {
            throw new IllegalArgumentException("calls: " + calls + " (expected: >= 0)");
        }
        if (notFound < 0 || notFound > calls) {
            throw new IllegalArgumentException("notFound: " + notFound + " (expected: 0 to calls: " + calls + ")");
        }
        if (!(measuredSeconds >= 0)) {
            throw new IllegalArgumentException("measuredSeconds: " + measuredSeconds + " (expected: >= 0)");
        }
        errors = Collections.unmodifiableMap(new TreeMap<>(errors));
        callsPerSecond = List.copyOf(callsPerSecond);
        invalidReasons = List.copyOf(invalidReasons);
    }

    /** A result whose course over the window was not kept. */
    public LoadResult(
            LoadPlan plan,
            String startedAt,
            double measuredSeconds,
            long calls,
            double throughputPerSecond,
            ResponseTime responseTime,
            Map<String, Long> errors,
            long notFound,
            @Nullable Double generatorCpuCores,
            @Nullable Double serverCpuCores,
            Environment environment,
            List<String> invalidReasons) {
        this(
                plan,
                startedAt,
                measuredSeconds,
                calls,
                throughputPerSecond,
                responseTime,
                errors,
                notFound,
                generatorCpuCores,
                serverCpuCores,
                environment,
                List.of(),
                invalidReasons);
    }

    /** Failed calls of the window, all codes together. */
    public long errorCount() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Percentiles of one recorded distribution, in milliseconds (HdrHistogram, 3 significant digits). */
    public record ResponseTime(
            double p50Millis,
            double p90Millis,
            double p99Millis,
            double p999Millis,
            double maxMillis,
            double meanMillis) {}
}
