package dev.multipool.rpc.server.app;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.server.ConnectionTimeouts;
import dev.multipool.rpc.server.app.settings.ServerSettings;
import io.netty.util.internal.PlatformDependent;
import java.time.Duration;
import java.util.Locale;

/**
 * What strangers on the network can make a server spend at most, by its settings: the bounds of the threat model.
 *
 * @param directBytes memory of connections' buffers, of all together; what would be more is refused
 * @param unfinishedBytes the part of it that frames hold which are not whole yet
 * @param unsentBytes answers that one connection holds for a peer that does not read
 * @param connections open connections
 * @param poolThreads threads of all pools; a connection brings no thread
 * @param callsInFlight calls between their admission and their answer
 * @param silent how long a connection that sends nothing keeps its place
 * @param silentWhileFull the same while as many connections are open as may be
 * @param unfinished how long a frame may take to come
 * @param unread how long an answer may take to be read
 */
record AttackBounds(
        long directBytes,
        long unfinishedBytes,
        int unsentBytes,
        int connections,
        int poolThreads,
        int callsInFlight,
        Duration silent,
        Duration silentWhileFull,
        Duration unfinished,
        Duration unread) {
    private static final int BYTES_IN_MIB = 1 << 20;

    /** The bounds of a server with these settings in this JVM. */
    static AttackBounds of(ServerSettings settings) {
        return of(settings, PlatformDependent.maxDirectMemory());
    }

    static AttackBounds of(ServerSettings settings, long directBytes) {
        ConnectionTimeouts timeouts = settings.timeouts();
        // an end is noticed at the next look
        Duration late = timeouts.lookInterval();
        return new AttackBounds(
                directBytes,
                settings.server().frames().maxUnfinishedBytes(),
                settings.limits().maxUnsentBytes(),
                settings.limits().maxConnections(),
                settings.poolPlan().configs().values().stream()
                        .mapToInt(PoolConfig::maxThreads)
                        .sum(),
                settings.limits().maxCallsInFlight(),
                timeouts.idle().plus(late),
                timeouts.firstCall().plus(late),
                timeouts.frame().plus(late),
                timeouts.answer().plus(late));
    }

    /** For the log, in one line. */
    String describe() {
        return String.format(
                Locale.ROOT,
                "%d MiB of buffers, %d MiB of them for unfinished frames; %d connections, %d calls, %d threads of pools;"
                        + " a silent peer stays for %.1f s, for %.1f s when all places are taken; half a frame for %.1f s,"
                        + " an unread answer for %.1f s",
                directBytes / BYTES_IN_MIB,
                unfinishedBytes / BYTES_IN_MIB,
                connections,
                callsInFlight,
                poolThreads,
                seconds(silent),
                seconds(silentWhileFull),
                seconds(unfinished),
                seconds(unread));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
