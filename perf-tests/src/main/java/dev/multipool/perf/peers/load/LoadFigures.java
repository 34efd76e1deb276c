package dev.multipool.perf.peers.load;

import org.jspecify.annotations.Nullable;

/**
 * What one window measured, unscaled.
 *
 * @param calls answered rightly within the window
 * @param failures calls that failed or were answered wrongly, warm-up included
 * @param firstFailure why the first of them failed
 * @param seconds length of the window
 * @param serverCpuSeconds CPU time of the server in the window, user and system
 * @param clientCpuSeconds the same of the load process
 * @param serverContextSwitches of all the server's threads
 * @param foreignCores kept busy by anything but the run's processes, with what the hypervisor took
 * @param p50Micros response time
 * @param p99Micros response time
 * @param p999Micros response time
 */
public record LoadFigures(
        long calls,
        long failures,
        @Nullable String firstFailure,
        double seconds,
        double serverCpuSeconds,
        double clientCpuSeconds,
        long serverContextSwitches,
        double foreignCores,
        double p50Micros,
        double p99Micros,
        double p999Micros) {}
