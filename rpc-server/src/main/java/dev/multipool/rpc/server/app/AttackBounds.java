package dev.multipool.rpc.server.app;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.server.app.settings.ServerSettings;
import dev.multipool.rpc.server.connection.ConnectionTimeouts;
import dev.multipool.rpc.server.limits.ServerLimits;
import io.netty.util.internal.PlatformDependent;
import java.time.Duration;
import java.util.Locale;

/**
 * What strangers on the network can make a server spend at most, by its settings: the bounds of the threat model.
 *
 * @param memory bytes of buffers
 * @param work what is under way at once
 * @param patience how long a peer that does nothing keeps its place
 */
record AttackBounds(Memory memory, Work work, Patience patience) {
    private static final int BYTES_IN_MIB = 1 << 20;

    /**
     * Bytes of buffers.
     *
     * @param directBytes memory of connections' buffers, of all together; what would be more is refused
     * @param unfinishedBytes the part of it that frames hold which are not whole yet
     * @param unsentBytes answers that one connection holds for a peer that does not read
     */
    record Memory(long directBytes, long unfinishedBytes, int unsentBytes) {}

    /**
     * What is under way at once.
     *
     * @param connections open connections
     * @param poolThreads threads of all pools; a connection brings no thread
     * @param callsInFlight calls between their admission and their answer
     */
    record Work(int connections, int poolThreads, int callsInFlight) {}

    /**
     * How long a peer that does nothing keeps its place.
     *
     * @param silent a connection that sends nothing
     * @param silentWhileFull the same while as many connections are open as may be
     * @param unfinished a frame that does not come to its end
     * @param unread an answer that is not read
     */
    record Patience(Duration silent, Duration silentWhileFull, Duration unfinished, Duration unread) {}

    /** The bounds of a server with these settings in this JVM. */
    static AttackBounds of(ServerSettings settings) {
        return of(settings, PlatformDependent.maxDirectMemory());
    }

    static AttackBounds of(ServerSettings settings, long directBytes) {
        ServerLimits limits = settings.bounds().limits();
        ConnectionTimeouts timeouts = settings.network().timeouts();
        // an end is noticed at the next look
        Duration late = timeouts.lookInterval();
        int poolThreads = settings.pools().values().stream()
                .mapToInt(PoolConfig::maxThreads)
                .sum();
        return new AttackBounds(
                new Memory(directBytes, settings.bounds().frames().maxUnfinishedBytes(), limits.maxUnsentBytes()),
                new Work(limits.maxConnections(), poolThreads, limits.maxCallsInFlight()),
                new Patience(
                        timeouts.idle().plus(late),
                        timeouts.firstCall().plus(late),
                        timeouts.frame().plus(late),
                        timeouts.answer().plus(late)));
    }

    /** Describes them for the log, in one line. */
    String describe() {
        return String.format(
                Locale.ROOT,
                "%d MiB of buffers, %d MiB of them for unfinished frames; %d connections, %d calls, %d threads of pools;"
                        + " a silent peer stays for %.1f s, for %.1f s when all places are taken; half a frame for %.1f s,"
                        + " an unread answer for %.1f s",
                memory.directBytes() / BYTES_IN_MIB,
                memory.unfinishedBytes() / BYTES_IN_MIB,
                work.connections(),
                work.callsInFlight(),
                work.poolThreads(),
                seconds(patience.silent()),
                seconds(patience.silentWhileFull()),
                seconds(patience.unfinished()),
                seconds(patience.unread()));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
