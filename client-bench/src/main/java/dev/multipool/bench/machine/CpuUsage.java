package dev.multipool.bench.machine;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Cores used between two samples: CPU time / elapsed time. What the operating system does not tell is null.
 *
 * @param generatorCores by this process
 * @param serverCores by the server's processes
 * @param stealCores taken by the hypervisor
 * @param foreignCores by processes that are no part of the run; null unless all that are were named
 * @param loopCores by each event loop, by its thread's name
 */
public record CpuUsage(
        @Nullable Double generatorCores,
        @Nullable Double serverCores,
        @Nullable Double stealCores,
        @Nullable Double foreignCores,
        Map<String, Double> loopCores) {
    static final CpuUsage UNKNOWN = new CpuUsage(null, null, null, null, Map.of());

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
        Double generatorCores = cores(begin.generatorNanos(), end.generatorNanos(), elapsedNanos);
        Double serverCores = cores(begin.serverNanos(), end.serverNanos(), elapsedNanos);
        Double companionCores = cores(begin.companionNanos(), end.companionNanos(), elapsedNanos);
        Double busyCores = cores(begin.busyNanos(), end.busyNanos(), elapsedNanos);
        Double foreignCores =
                generatorCores == null || serverCores == null || companionCores == null || busyCores == null
                        ? null
                        : Math.max(0, busyCores - generatorCores - serverCores - companionCores);
        return new CpuUsage(
                generatorCores,
                serverCores,
                cores(begin.stealNanos(), end.stealNanos(), elapsedNanos),
                foreignCores,
                loopCores);
    }

    private static @Nullable Double cores(@Nullable Long begin, @Nullable Long end, long elapsedNanos) {
        // less than before: a process of several has ended, and its time is gone with it
        return begin == null || end == null || end < begin ? null : (double) (end - begin) / elapsedNanos;
    }
}
