package dev.multipool.bench.measure;

import java.util.Map;
import java.util.TreeMap;

/**
 * Where the calls of a run went.
 *
 * @param sent handed to the client
 * @param endedInWarmup answered or failed before the window
 * @param calls answered in the window
 * @param inTime of these, within the deadline
 * @param notFound of {@code calls}, those that asked for something absent
 * @param errors failed in the window, by name
 * @param endedAfterwards answered, failed or cancelled after the window
 */
public record LoadCounts(
        long sent,
        long endedInWarmup,
        long calls,
        long inTime,
        long notFound,
        Map<String, Long> errors,
        long endedAfterwards) {
    public static final LoadCounts NONE = new LoadCounts(0, 0, 0, 0, 0, Map.of(), 0);

    LoadCounts plus(LoadCounts other) {
        Map<String, Long> merged = new TreeMap<>(errors);
        other.errors.forEach((name, count) -> merged.merge(name, count, Long::sum));
        return new LoadCounts(
                sent + other.sent,
                endedInWarmup + other.endedInWarmup,
                calls + other.calls,
                inTime + other.inTime,
                notFound + other.notFound,
                merged,
                endedAfterwards + other.endedAfterwards);
    }

    /** Calls that have ended, whenever and however; equals {@code sent} when none is lost. */
    public long ended() {
        long failed = errors.values().stream().mapToLong(Long::longValue).sum();
        return endedInWarmup + calls + failed + endedAfterwards;
    }
}
