package dev.multipool.bench.machine;

import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.Connections;
import dev.multipool.pools.NanoClock;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a run takes besides calls, at the two ends of its window.
 *
 * <p><b>Threads:</b> confined to one. <b>Lifecycle:</b> {@link #begin}, {@link #end}, then {@link #usage}; it listens to
 * the collectors until it is closed.
 */
public final class ResourceProbe implements AutoCloseable {
    private static final Path PROC = Path.of("/proc");

    private final CpuProbe cpu;
    private final OwnGc ownGc = new OwnGc();
    private final @Nullable GcLog serverGc;
    private final Connections connections;
    private @Nullable Sample begin;
    private @Nullable Sample end;

    /** A probe of what is watched, of this process and of the connections and their event loops. */
    public ResourceProbe(WatchedMachine watched, Connections connections, NanoClock clock) {
        this.cpu = new CpuProbe(PROC, watched, loopThreadIds(connections), clock);
        this.serverGc = watched.serverGcLog() == null ? null : GcLog.at(watched.serverGcLog());
        this.connections = connections;
    }

    private static Map<String, Long> loopThreadIds(Connections connections) {
        Map<String, Long> ids = new TreeMap<>();
        Set<ScheduledExecutorService> loops = new LinkedHashSet<>();
        for (Connection connection : connections.all()) {
            loops.add(connection.eventLoop());
        }
        for (ScheduledExecutorService loop : loops) {
            Thread thread =
                    CompletableFuture.supplyAsync(Thread::currentThread, loop).join();
            ids.put(thread.getName(), thread.getId());
        }
        return ids;
    }

    /** The window begins now. */
    public void begin() {
        begin = sample();
    }

    /** The window ends now. */
    public void end() {
        end = sample();
    }

    private Sample sample() {
        return new Sample(
                cpu.sample(),
                System.currentTimeMillis(),
                serverGc == null ? null : serverGc.length(),
                connections.sentBytes(),
                connections.receivedBytes());
    }

    /**
     * What was used in the window; unknown when it never began. Collectors tell of pauses a moment later: better asked when
     * the load has ended.
     */
    public ResourceUsage usage() {
        return begin == null || end == null ? ResourceUsage.UNKNOWN : between(begin, end);
    }

    private ResourceUsage between(Sample first, Sample last) {
        double seconds = (last.cpu().atNanos() - first.cpu().atNanos()) / 1e9;
        if (seconds <= 0) {
            return ResourceUsage.UNKNOWN;
        }
        return new ResourceUsage(
                CpuUsage.between(first.cpu(), last.cpu()),
                ownGc.between(first.wallMillis(), last.wallMillis()),
                serverGc == null ? null : serverGc.between(first.gcLogLength(), last.gcLogLength()),
                (last.sentBytes() - first.sentBytes()) / seconds,
                (last.receivedBytes() - first.receivedBytes()) / seconds);
    }

    @Override
    public void close() {
        ownGc.close();
    }

    /**
     * All as it stands at one moment.
     *
     * @param wallMillis by the wall clock
     * @param gcLogLength of the server's collector log
     */
    private record Sample(
            CpuSample cpu, long wallMillis, @Nullable Long gcLogLength, long sentBytes, long receivedBytes) {}
}
