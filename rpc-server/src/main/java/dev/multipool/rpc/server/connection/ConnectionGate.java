package dev.multipool.rpc.server.connection;

import dev.multipool.rpc.server.journal.LogKind;
import dev.multipool.rpc.server.journal.RateLimitedLog;
import dev.multipool.rpc.server.limits.WhenFull;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the number of open connections within its bound, on the listening channel. When the bound is reached it may
 * stop accepting, so that further connections wait in the listen backlog of the operating system. Or it accepts and
 * closes them at once. It says so in the log.
 *
 * <p><b>Threads</b>: connections come in on the acceptor's event loop and go on their own; each is counted once each way.
 */
public final class ConnectionGate extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(ConnectionGate.class);

    private final int maxConnections;
    private final WhenFull whenFull;
    private final RateLimitedLog limited;
    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder refused = new LongAdder();

    ConnectionGate(int maxConnections, WhenFull whenFull, RateLimitedLog limited) {
        this.maxConnections = maxConnections;
        this.whenFull = whenFull;
        this.limited = limited;
    }

    public int open() {
        return open.get();
    }

    public long refused() {
        return refused.sum();
    }

    /** Whether as many connections are open as may be. */
    public boolean isFull() {
        return open.get() >= maxConnections;
    }

    /** Whether one more connection may be accepted, be it to refuse it. */
    public boolean hasRoom() {
        return whenFull == WhenFull.REFUSE || open.get() < maxConnections;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        Channel connection = (Channel) message;
        Channel listener = ctx.channel();
        int now = open.incrementAndGet();
        if (now >= maxConnections) {
            tellFull();
        }
        if (now > maxConnections && whenFull == WhenFull.REFUSE) {
            open.decrementAndGet();
            refused.increment();
            connection.unsafe().closeForcibly();
            return;
        }
        connection.closeFuture().addListener(closed -> leave(listener));
        if (now >= maxConnections && whenFull == WhenFull.WAIT) {
            pause(listener);
        }
        ctx.fireChannelRead(connection);
    }

    private void tellFull() {
        limited.warn(
                LogKind.DOOR_FULL,
                log,
                () -> "as many connections are open as may be, " + maxConnections + "; further ones "
                        + (whenFull == WhenFull.WAIT ? "wait until one closes" : "are refused")
                        + " (expected: fewer, or a higher limit)");
    }

    private void pause(Channel listener) {
        listener.config().setAutoRead(false);
        // a connection may have left between the count and the pause, and seen nothing to resume
        if (open.get() < maxConnections) {
            listener.config().setAutoRead(true);
        }
    }

    private void leave(Channel listener) {
        if (open.decrementAndGet() < maxConnections && whenFull == WhenFull.WAIT) {
            listener.config().setAutoRead(true);
        }
    }
}
