package dev.multipool.rpc.server.admin;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The connections of an admin port. Their number is bounded, and a health check always finds a place. A connection that
 * has not asked for anything yet makes room for a new one, and pages leave some places free.
 *
 * <p><b>Threads</b>: those of the port's only event loop; {@link #close} by any.
 */
final class AdminConnections {
    private static final int MOST = 64;
    /** Where requests for health are answered while pages hold all other connections. */
    private static final int RESERVED = 8;

    private final ChannelGroup open = new DefaultChannelGroup("admin", GlobalEventExecutor.INSTANCE);
    /** Without a request so far, the eldest first. */
    private final Set<Channel> silent = new LinkedHashSet<>();

    private int pages;

    /**
     * Counts a new connection. Where all places are taken, the one that has been silent for longest is closed.
     *
     * @return false when there is no place, because no connection is silent
     */
    @SuppressWarnings("FutureReturnValueIgnored") // a close that fails has nobody to tell
    boolean admit(Channel channel) {
        if (open.size() >= MOST) {
            Iterator<Channel> eldest = silent.iterator();
            if (!eldest.hasNext()) {
                return false;
            }
            Channel closed = eldest.next();
            eldest.remove();
            closed.close();
        }
        open.add(channel);
        silent.add(channel);
        channel.closeFuture().addListener(closed -> silent.remove(channel));
        return true;
    }

    /** Notes that a request came in. */
    void asked(Channel channel) {
        silent.remove(channel);
    }

    /**
     * Takes one of the places that pages may have; it is given back when the connection ends.
     *
     * @throws AdminException 503 when all of them are taken
     */
    @SuppressWarnings("FutureReturnValueIgnored") // it is a listener
    void enterPage(Channel channel) {
        if (pages >= MOST - RESERVED) {
            throw new AdminException(
                    503, pages + " pages are being served (expected: fewer than " + (MOST - RESERVED) + ")");
        }
        pages++;
        channel.closeFuture().addListener(closed -> pages--);
    }

    /** Closes all of them, in bounded time. */
    void close(Duration bound) {
        open.close().awaitUninterruptibly(bound.toMillis());
    }
}
