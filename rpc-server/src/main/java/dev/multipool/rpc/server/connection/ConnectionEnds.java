package dev.multipool.rpc.server.connection;

import dev.multipool.rpc.server.journal.LogKind;
import dev.multipool.rpc.server.journal.RateLimitedLog;
import io.netty.channel.Channel;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the connections that the server closed by reason, and tells of them at a bounded rate. */
public final class ConnectionEnds {
    private static final Logger log = LoggerFactory.getLogger(ConnectionEnds.class);

    private final Map<ConnectionEnd, LongAdder> counts = new EnumMap<>(ConnectionEnd.class);
    private final RateLimitedLog limited;

    ConnectionEnds(RateLimitedLog limited) {
        this.limited = limited;
        for (ConnectionEnd reason : ConnectionEnd.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    /** Closes a connection for this reason. */
    @SuppressWarnings("FutureReturnValueIgnored") // as in Reply: a failed close has nobody to tell
    public void close(Channel channel, ConnectionEnd reason, String text) {
        countClosed(channel, reason, text);
        channel.close();
    }

    /** Counts a connection that its handler closes, and tells of it. */
    @SuppressWarnings("NullAway") // every reason has its counter from the constructor on
    public void countClosed(Channel channel, ConnectionEnd reason, String text) {
        counts.get(reason).increment();
        limited.warn(reason, log, () -> channel.remoteAddress() + ": connection closed: " + text);
    }

    /** Tells of what was thrown where a connection was looked after. */
    public void warnOfFailure(Channel channel, String what, Throwable thrown) {
        limited.warnOfFailure(LogKind.CONNECTION_CARE_FAILED, log, () -> channel.remoteAddress() + ": " + what, thrown);
    }

    public Map<ConnectionEnd, Long> snapshot() {
        Map<ConnectionEnd, Long> snapshot = new EnumMap<>(ConnectionEnd.class);
        counts.forEach((reason, count) -> snapshot.put(reason, count.sum()));
        return snapshot;
    }
}
