package dev.multipool.rpc.server.connection;

import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.FrameDecoder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one connection now and then and closes it when it gets nowhere. It stands beside the pipeline, not in it, so
 * that it costs calls nothing: what moved shows in counters that are there anyway.
 *
 * <p><b>Threads</b>: confined to the connection's event loop.
 */
public final class ConnectionWatch implements Runnable {
    private final Channel channel;
    private final FrameDecoder decoder;
    private final ConnectionTimeouts timeouts;
    private final ConnectionEnds ends;
    private final BooleanSupplier doorFull;
    private final NanoClock clock;
    private final long openedNanos;

    private long frames;
    private long lastFrameNanos;
    private long frameBegunNanos;
    private boolean inFrame;
    private long answerBegunNanos;
    private @Nullable Object answer;

    private ConnectionWatch(
            Channel channel,
            FrameDecoder decoder,
            ConnectionTimeouts timeouts,
            ConnectionEnds ends,
            BooleanSupplier doorFull,
            NanoClock clock) {
        this.channel = channel;
        this.decoder = decoder;
        this.timeouts = timeouts;
        this.ends = ends;
        this.doorFull = doorFull;
        this.clock = clock;
        this.openedNanos = clock.nanoTime();
        this.lastFrameNanos = openedNanos;
    }

    /**
     * Begins to look; ends with the connection.
     *
     * @param doorFull whether as many connections are open as may be
     */
    public static void begin(
            Channel channel,
            FrameDecoder decoder,
            ConnectionTimeouts timeouts,
            ConnectionEnds ends,
            BooleanSupplier doorFull,
            NanoClock clock) {
        ConnectionWatch watch = new ConnectionWatch(channel, decoder, timeouts, ends, doorFull, clock);
        long interval = timeouts.lookInterval().toNanos();
        Future<?> looking = channel.eventLoop().scheduleWithFixedDelay(watch, interval, interval, TimeUnit.NANOSECONDS);
        channel.closeFuture().addListener(closed -> looking.cancel(false));
    }

    /** Never throws: that would be its last look. */
    @Override
    public void run() {
        try {
            if (channel.isActive()) {
                look();
            }
        } catch (Throwable t) {
            ends.warnOfFailure(channel, "the connection can't be looked at", t);
        }
    }

    private void look() {
        long now = clock.nanoTime();
        if (!framesMove(now)) {
            ends.close(channel, ConnectionEnd.UNFINISHED_FRAME, "a frame was not complete within " + timeouts.frame());
        } else if (!answersMove(now)) {
            ends.close(channel, ConnectionEnd.UNREAD_ANSWER, "an answer was not read within " + timeouts.answer());
        } else if (isInTheWay(now)) {
            ends.close(
                    channel,
                    ConnectionEnd.NO_FIRST_CALL,
                    "no whole call within " + timeouts.firstCall() + ", and its place is needed");
        } else if (now - lastFrameNanos > timeouts.idle().toNanos()) {
            ends.close(channel, ConnectionEnd.IDLE, "idle for more than " + timeouts.idle());
        }
    }

    private boolean framesMove(long now) {
        boolean moved = decoder.frames() != frames;
        if (moved) {
            frames = decoder.frames();
            lastFrameNanos = now;
        }
        // while the server itself does not read on, a frame that stays in parts is not the peer's doing
        boolean inFrameNow = decoder.isInFrame() && channel.config().isAutoRead();
        if (!inFrameNow || !inFrame || moved) {
            frameBegunNanos = now;
        }
        inFrame = inFrameNow;
        return !inFrame || now - frameBegunNanos <= timeouts.frame().toNanos();
    }

    /** The same bytes at the head of what waits to be sent, for too long: the peer does not take them. */
    private boolean answersMove(long now) {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        Object head = unsent == null ? null : unsent.current();
        if (head == null || head != answer) {
            answer = head;
            answerBegunNanos = now;
            return true;
        }
        return now - answerBegunNanos <= timeouts.answer().toNanos();
    }

    /**
     * A client may connect long before its first call, and does no harm where others find a place. So silence alone closes
     * nothing before the idle timeout.
     */
    private boolean isInTheWay(long now) {
        return !decoder.isPeerKnown()
                && now - openedNanos > timeouts.firstCall().toNanos()
                && doorFull.getAsBoolean();
    }
}
