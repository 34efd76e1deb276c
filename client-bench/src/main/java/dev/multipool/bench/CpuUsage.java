package dev.multipool.bench;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Cores used between two samples: CPU time / elapsed time. What the operating system does not tell is null.
 *
 * @param generatorCores by this process
 * @param serverCores by the server process
 * @param stealCores taken by the hypervisor
 * @param loopCores by each event loop, by its thread's name
 */
record CpuUsage(
        @Nullable Double generatorCores,
        @Nullable Double serverCores,
        @Nullable Double stealCores,
        Map<String, Double> loopCores) {
    static final CpuUsage UNKNOWN = new CpuUsage(null, null, null, Map.of());

    static CpuUsage between(CpuSample begin, CpuSample end) {
        long elapsedNanos = end.atNanos() - begin.atNanos();
        if (elapsedNanos <= 0) {
            return UNKNOWN;
        }
        Map<String, Double> loopCores = new TreeMap<>();
        end.loopNanos().forEach((name, nanos) -> {
            Double cores = cores(begin.loopNanos().get(name), nanos, elapsedNanos);
            if (cores != null) {
                loopCores.put(name, cores);
            }
        });
        return new CpuUsage(
                cores(begin.generatorNanos(), end.generatorNanos(), elapsedNanos),
                cores(begin.serverNanos(), end.serverNanos(), elapsedNanos),
                cores(begin.stealNanos(), end.stealNanos(), elapsedNanos),
                loopCores);
    }

    private static @Nullable Double cores(@Nullable Long begin, @Nullable Long end, long elapsedNanos) {
        return begin == null || end == null ? null : (double) (end - begin) / elapsedNanos;
    }
}
