package dev.multipool.rpc.server;

import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.Goodbye;
import dev.multipool.rpc.server.credential.CredentialGate;
import dev.multipool.rpc.server.journal.LogKind;
import dev.multipool.rpc.server.journal.RateLimitedLog;
import dev.multipool.rpc.server.limits.InFlightCalls;
import dev.multipool.rpc.server.limits.TimeBound;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of a server's stop. None of them waits for longer than it may, and whatever one throws, the connections close
 * and the threads end.
 */
final class ServerStop {
    /** The longest that it takes beyond the drain time: all other steps share it. */
    static final Duration BOUND = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(ServerStop.class);
    private static final Duration LISTENER_BOUND = Duration.ofSeconds(1);
    private static final Duration INTERRUPTED_BOUND = Duration.ofSeconds(1);
    private static final Duration LAST_WRITE_BOUND = Duration.ofSeconds(1);
    private static final Duration HANG_UP_BOUND = Duration.ofSeconds(1);
    private static final Duration CONNECTIONS_BOUND = Duration.ofSeconds(1);

    private final RpcServerSettings.Stopping settings;
    private final InFlightCalls inFlight;
    private final ServerPools pools;
    private final ChannelGroup connections;
    private final RateLimitedLog limited;
    private final NanoClock clock;

    ServerStop(
            RpcServerSettings.Stopping settings,
            InFlightCalls inFlight,
            ServerPools pools,
            ChannelGroup connections,
            RateLimitedLog limited,
            NanoClock clock) {
        this.settings = settings;
        this.inFlight = inFlight;
        this.pools = pools;
        this.connections = connections;
        this.limited = limited;
        this.clock = clock;
    }

    /**
     * Stops.
     *
     * @param listener null when the server does not listen
     * @param loops null when it has none
     * @return whether every call in flight was answered within {@code drain}
     */
    @SuppressWarnings("FutureReturnValueIgnored") // where even the stop fails nobody waits for the connections
    boolean run(@Nullable Channel listener, @Nullable ServerLoops loops, TimeBound drain) {
        boolean drained = false;
        try {
            closeListener(listener, drain);
            inFlight.closeDoor();
            drained = awaitCalls(drain);
            pools.stop(drain, settings.level());
            finish(drained, loops);
        } catch (Throwable t) {
            limited.warnOfFailure(LogKind.STOP_FAILED, log, () -> "the stop is cut short", t);
            connections.close();
            endLoops(loops, TimeBound.in(Duration.ZERO, clock));
        }
        return drained;
    }

    private void closeListener(@Nullable Channel listener, TimeBound drain) {
        if (listener != null) {
            log.atLevel(settings.level())
                    .log(
                            "stopping: not ready, {} calls in flight get up to {} ms",
                            inFlight.count(),
                            drain.remaining().toMillis());
            listener.close().awaitUninterruptibly(LISTENER_BOUND.toMillis());
        }
    }

    /** All that follows the drain, within one bound. */
    private void finish(boolean drained, @Nullable ServerLoops loops) {
        TimeBound rest = TimeBound.in(BOUND.minus(LISTENER_BOUND), clock);
        if (!drained) {
            // the pools interrupted what ran: its answer comes at once, unless the handler does not care
            awaitCalls(TimeBound.in(INTERRUPTED_BOUND, clock));
            log.warn("stopped with {} calls unanswered", inFlight.count());
        }
        sayGoodbye();
        connections.close().awaitUninterruptibly(rest.remainingMillis(CONNECTIONS_BOUND));
        endLoops(loops, rest);
    }

    private static void endLoops(@Nullable ServerLoops loops, TimeBound bound) {
        if (loops != null) {
            loops.stop(bound);
        }
    }

    /**
     * The answers leave before their connections do. A call that is on its way to us while we close its connection
     * would leave its caller in doubt. So callers that know the goodbye hang up first.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // that a goodbye was taken shows in its peer's hanging up
    private void sayGoodbye() {
        // an empty write is done when all before it are
        connections.writeAndFlush(Unpooled.EMPTY_BUFFER).awaitUninterruptibly(LAST_WRITE_BOUND.toMillis());
        if (inFlight.count() == 0 && !connections.isEmpty()) {
            connections.writeAndFlush(
                    FrameEncoder.encode(UnpooledByteBufAllocator.DEFAULT, Goodbye.meta("the server is stopping")),
                    CredentialGate::isOpen);
            connections.newCloseFuture().awaitUninterruptibly(HANG_UP_BOUND.toMillis());
        }
    }

    private boolean awaitCalls(TimeBound bound) {
        try {
            return inFlight.awaitEmpty(bound);
        } catch (InterruptedException e) {
            // whoever interrupts wants the stop to be quick, not undone
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
