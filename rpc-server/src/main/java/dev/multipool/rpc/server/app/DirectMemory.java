package dev.multipool.rpc.server.app;

import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * How much memory beside the heap the buffers of connections may take. Netty's own bound is as large as the heap.
 * Together they would be more than a container has whose heap is half of its memory. The kernel would end the process.
 *
 * <p>The bound holds only where Netty counts a buffer before it is allocated. Up to JDK 23 that needs {@code java.nio}
 * to be open to it, as the jar's manifest and the image have it. Else a buffer that was refused stays until the next
 * collection.
 */
final class DirectMemory {
    static final String LIMIT = "io.netty.maxDirectMemory";

    private static final String COUNTS_FIRST = "io.netty.tryReflectionSetAccessible";
    private static final String JVM_FLAG = "-XX:MaxDirectMemorySize=";
    /** With half of a container's memory for the heap, 15 % of it. */
    private static final double SHARE_OF_HEAP = 0.3;

    private static final long LEAST_BYTES = 32L << 20;

    private DirectMemory() {}

    /** Tells Netty, which has to be done before its first class is loaded, unless somebody told it or the JVM. */
    static void bound() {
        if (System.getProperty(COUNTS_FIRST) == null) {
            System.setProperty(COUNTS_FIRST, "true");
        }
        List<String> jvmArguments = ManagementFactory.getRuntimeMXBean().getInputArguments();
        boolean told = System.getProperty(LIMIT) != null
                || jvmArguments.stream().anyMatch(argument -> argument.startsWith(JVM_FLAG));
        if (!told) {
            System.setProperty(LIMIT, Long.toString(bytes(Runtime.getRuntime().maxMemory())));
        }
    }

    /** The bound beside a heap of at most so many bytes. */
    static long bytes(long maxHeapBytes) {
        return Math.max(LEAST_BYTES, (long) (SHARE_OF_HEAP * maxHeapBytes));
    }
}
