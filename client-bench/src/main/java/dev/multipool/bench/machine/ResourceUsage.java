package dev.multipool.bench.machine;

import org.jspecify.annotations.Nullable;

/**
 * What the window took besides calls. What the operating system does not tell, or was not asked for, is null.
 *
 * @param cpu cores used, stolen and foreign
 * @param generatorGc pauses of this JVM
 * @param serverGc pauses of the server's JVM
 * @param sentBytesPerSecond to the server, frames as a whole
 * @param receivedBytesPerSecond from the server
 */
public record ResourceUsage(
        CpuUsage cpu,
        GcPauses generatorGc,
        @Nullable GcPauses serverGc,
        double sentBytesPerSecond,
        double receivedBytesPerSecond) {
    public static final ResourceUsage UNKNOWN = new ResourceUsage(CpuUsage.UNKNOWN, GcPauses.NONE, null, 0, 0);
}
