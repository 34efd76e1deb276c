package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after one connection: acts on what {@link Liveness} finds. It asks a server that may be silent, and drops a channel that
 * is of no use any more.
 *
 * <p><b>Threads</b>: {@link #lookSoon} by any; all else is confined to the event loop.
 */
final class Lookout {
    private static final Logger log = LoggerFactory.getLogger(Lookout.class);

    /** What is looked after. Called on the event loop. */
    interface Watched {
        /** Looks at the channel that is there, or at its making. */
        void look();

        /** The channel is of no use any more. */
        void onDown(Channel which, String reason);
    }

    private final Watched connection;
    private final ServerAddress server;
    private final EventLoop eventLoop;
    private final PendingCalls pendingCalls;
    private final CallCounters counters;
    private final Liveness liveness = new Liveness();
    private final Runnable looking = this::lookNow;

    // an event loop that comes to nothing has one look to catch up with, not many
    private volatile boolean pending;

    private @Nullable String droppedBecause;
    private long probeId;

    Lookout(
            Watched connection,
            ServerAddress server,
            EventLoop eventLoop,
            PendingCalls pendingCalls,
            CallCounters counters) {
        this.connection = connection;
        this.server = server;
        this.eventLoop = eventLoop;
        this.pendingCalls = pendingCalls;
        this.counters = counters;
    }

    Liveness liveness() {
        return liveness;
    }

    /** A new channel is there. */
    void reset() {
        droppedBecause = null;
        liveness.reset();
    }

    /** Whether an answer is that to a probe. */
    boolean isProbe(long correlationId) {
        return correlationId == probeId;
    }

    /** Why the channel was dropped; the reason given, when it was not. */
    String whyDropped(String reason) {
        return droppedBecause != null ? droppedBecause : reason;
    }

    /** Has the event loop look. */
    void lookSoon() {
        if (!pending) {
            pending = true;
            try {
                eventLoop.execute(looking);
            } catch (Throwable t) {
                pending = false;
                throw t;
            }
        }
    }

    private void lookNow() {
        pending = false;
        connection.look();
    }

    /** Looks at the connection's channel. */
    void look(Channel channel) {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        long unsentBytes = unsent == null ? 0 : unsent.totalPendingWriteBytes();
        switch (liveness.look(channel.isActive(), channel.isWritable(), unsentBytes)) {
            case FINE -> {}
            case DOUBTFUL -> probe(channel);
            case CROWDED -> TransportSettings.flushNow(channel);
            case SILENT -> drop(channel, "it is silent, and answered no probe");
            case STUCK -> drop(channel, "it takes no bytes");
            case GONE -> connection.onDown(channel, "closed");
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a write that fails shows in the pipeline
    private void probe(Channel doubtful) {
        probeId = pendingCalls.nextCorrelationId();
        doubtful.write(FrameEncoder.encode(doubtful.alloc(), Probe.meta(probeId)), doubtful.voidPromise());
        TransportSettings.flushNow(doubtful);
    }

    private void drop(Channel useless, String why) {
        if (droppedBecause == null) {
            droppedBecause = why;
            counters.countDroppedConnection();
            log.info("the connection to {} is dropped: {}", server, why);
        }
        // past the pipeline: TLS would first wait for its own goodbye to leave
        useless.unsafe().close(useless.voidPromise());
    }
}
