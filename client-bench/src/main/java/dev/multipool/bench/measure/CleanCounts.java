package dev.multipool.bench.measure;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the clean slices of a window counted.
 *
 * @param calls answered
 * @param inTime of these, within the deadline
 * @param notFound answered calls that met clean slices only and asked for something absent
 * @param errors failed calls that met clean slices only, by name; none that is 0
 */
public record CleanCounts(long calls, long inTime, long notFound, Map<String, Long> errors) {
    static final CleanCounts NONE = new CleanCounts(0, 0, 0, Map.of());

    CleanCounts plus(CleanCounts other) {
        Map<String, Long> merged = new TreeMap<>(errors);
        other.errors.forEach((name, count) -> merged.merge(name, count, Long::sum));
        return new CleanCounts(calls + other.calls, inTime + other.inTime, notFound + other.notFound, merged);
    }
}
