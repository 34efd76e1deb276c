package dev.multipool.bench;

import dev.multipool.rpc.client.RpcClient;
import org.jspecify.annotations.Nullable;

/** Reads what a run takes besides calls, at the two ends of its window. */
final class ResourceProbe {
    private final CpuProbe cpu;
    private final OwnGc ownGc;
    private final @Nullable GcLog serverGc;
    private final RpcClient client;

    ResourceProbe(CpuProbe cpu, OwnGc ownGc, @Nullable GcLog serverGc, RpcClient client) {
        this.cpu = cpu;
        this.ownGc = ownGc;
        this.serverGc = serverGc;
        this.client = client;
    }

    /**
     * All as it stands at one moment.
     *
     * @param wallMillis by the wall clock
     * @param gcLogLength of the server's collector log
     */
    record Sample(CpuSample cpu, long wallMillis, @Nullable Long gcLogLength, long sentBytes, long receivedBytes) {}

    Sample sample() {
        return new Sample(
                cpu.sample(),
                System.currentTimeMillis(),
                serverGc == null ? null : serverGc.length(),
                client.sentBytes(),
                client.receivedBytes());
    }

    /** What was used between two samples. Collectors tell of pauses a moment later: better asked when the load has ended. */
    ResourceUsage between(Sample begin, Sample end) {
        double seconds = (end.cpu().atNanos() - begin.cpu().atNanos()) / 1e9;
        if (seconds <= 0) {
            return ResourceUsage.UNKNOWN;
        }
        return new ResourceUsage(
                CpuUsage.between(begin.cpu(), end.cpu()),
                ownGc.between(begin.wallMillis(), end.wallMillis()),
                serverGc == null ? null : serverGc.between(begin.gcLogLength(), end.gcLogLength()),
                (end.sentBytes() - begin.sentBytes()) / seconds,
                (end.receivedBytes() - begin.receivedBytes()) / seconds);
    }
}
