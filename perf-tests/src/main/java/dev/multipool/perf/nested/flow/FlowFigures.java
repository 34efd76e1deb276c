package dev.multipool.perf.nested.flow;

import org.jspecify.annotations.Nullable;

/**
 * What one window measured, unscaled.
 *
 * @param requests answered rightly within the window
 * @param failures requests that failed or were answered wrongly, warm-up included
 * @param firstFailure why the first of them failed
 * @param seconds length of the window
 * @param cpuSeconds CPU time of the process, user and system
 * @param contextSwitches of all its threads
 * @param foreignCores kept busy by anything but the run's processes, with what the hypervisor took
 */
public record FlowFigures(
        long requests,
        long failures,
        @Nullable String firstFailure,
        double seconds,
        double cpuSeconds,
        long contextSwitches,
        double foreignCores) {}
