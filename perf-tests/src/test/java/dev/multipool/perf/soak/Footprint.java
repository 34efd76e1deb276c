package dev.multipool.perf.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.PooledByteBufAllocator;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;

/**
 * What this process held at one moment, after a collection.
 *
 * @param second since the load began
 * @param heapMiB used heap
 * @param directMiB memory outside of the heap that Netty's allocators and the JDK's direct buffers hold
 * @param threads live threads
 * @param descriptors open file descriptors; -1 where the system does not tell
 * @param callsInFlight calls that the server had admitted and not answered; under load it is not 0
 */
record Footprint(long second, double heapMiB, double directMiB, int threads, long descriptors, long callsInFlight) {
    private static final double MIB = 1 << 20;

    static Footprint take(long second, long callsInFlight) {
        // twice: what a first collection makes reachable for cleaners and queues, a second one frees
        System.gc();
        System.gc();
        return new Footprint(
                second,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB,
                directBytes() / MIB,
                ManagementFactory.getThreadMXBean().getThreadCount(),
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        ? unix.getOpenFileDescriptorCount()
                        : -1,
                callsInFlight);
    }

    private static long directBytes() {
        long bytes = 0;
        // ours and Lettuce's, which may be the same one
        for (ByteBufAllocator allocator : new HashSet<>(List.of(
                TransportSettings.DEFAULT.allocator().allocator(),
                ByteBufAllocator.DEFAULT,
                PooledByteBufAllocator.DEFAULT))) {
            bytes += usedBy(allocator);
        }
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            bytes += Math.max(0, pool.getMemoryUsed());
        }
        return bytes;
    }

    private static long usedBy(ByteBufAllocator allocator) {
        return allocator instanceof ByteBufAllocatorMetricProvider metrics
                ? metrics.metric().usedDirectMemory()
                : 0;
    }
}
