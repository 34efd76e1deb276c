package dev.multipool.bench.machine;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * CPU times as they stood at one moment; two of them make a rate. What the operating system does not tell is null.
 *
 * @param atNanos the moment
 * @param generatorNanos CPU time of this process so far
 * @param serverNanos CPU time of the server process so far
 * @param stealNanos time so far that the hypervisor gave to others while the watched CPUs wanted to run
 * @param busyNanos CPU time so far of all processes on the watched CPUs, interrupts left out
 * @param companionNanos CPU time so far of the run's other processes; null when none was named or one has ended
 * @param loopNanos CPU time so far of each event loop's thread, by its name
 */
record CpuSample(
        long atNanos,
        @Nullable Long generatorNanos,
        @Nullable Long serverNanos,
        @Nullable Long stealNanos,
        @Nullable Long busyNanos,
        @Nullable Long companionNanos,
        Map<String, Long> loopNanos) {}
