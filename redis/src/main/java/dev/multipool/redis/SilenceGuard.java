package dev.multipool.redis;

import dev.multipool.redis.ReplyLiveness.Finding;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a channel whose Redis owes replies and is silent; Lettuce makes it anew. One per channel, whichever Redis of a
 * Cluster or behind a Sentinel it leads to. It begins when the channel's handshake is over, which has a time limit of its
 * own. Confined to the event loop.
 */
final class SilenceGuard {
    private static final Logger log = LoggerFactory.getLogger(SilenceGuard.class);

    /** The time between two looks, where the silence timeout is long. */
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final int FEWEST_LOOKS = 5;

    private final RedisFailures failures;
    private final ConnectionCounts counts;
    private final ValueTally values;
    private final long pauseNanos;
    private final ReplyLiveness liveness;
    private final CommandHandler handler;
    private final Queue<RedisCommand<?, ?, ?>> owed;
    private @Nullable ScheduledFuture<?> looking;
    private boolean dropped;

    private SilenceGuard(
            Duration silence,
            RedisFailures failures,
            ConnectionCounts counts,
            ValueTally values,
            CommandHandler handler) {
        this.failures = failures;
        this.counts = counts;
        this.values = values;
        this.pauseNanos = Math.min(silence.toNanos() / FEWEST_LOOKS, LONGEST_PAUSE_NANOS);
        this.liveness = new ReplyLiveness((int) (silence.toNanos() / pauseNanos));
        this.handler = handler;
        this.owed = handler.getStack();
    }

    /** Guards a channel that Lettuce has just put together. */
    static void over(
            Channel channel, Duration silence, RedisFailures failures, ConnectionCounts counts, ValueTally values) {
        SilenceGuard guard = new SilenceGuard(
                silence, failures, counts, values, channel.pipeline().get(CommandHandler.class));
        channel.pipeline().addFirst(guard.new Replies()).addLast(guard.new Commands());
    }

    private void look(Channel channel) {
        try {
            if (values.takeOnlyWrong()) {
                liveness.onNoUse();
            }
            Finding finding = liveness.look(!owed.isEmpty());
            if (finding == Finding.SILENT) {
                drop(channel);
            }
        } catch (Throwable t) {
            // no memory, say: the next look may find some
            return;
        }
    }

    private void drop(Channel channel) {
        if (!dropped) {
            dropped = true;
            counts.countDropped();
            log.info(
                    "redis: the connection to {} is dropped: it owes {} replies and is silent",
                    channel.remoteAddress(),
                    owed.size());
        }
        // past the pipeline: TLS would first wait for its own goodbye to leave
        channel.unsafe().close(channel.voidPromise());
    }

    /** Nearest to the socket: sees bytes come, encrypted or not, and what Lettuce makes of them. */
    private final class Replies extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            liveness.onRead();
            RedisCommand<?, ?, ?> oldest = owed.peek();
            boolean awaited = oldest != null && !oldest.isDone();
            ctx.fireChannelRead(message);
            if (awaited && oldest != null && oldest.isDone()) {
                liveness.onUse();
            }
            if (owed.isEmpty()) {
                liveness.onAllReplied();
            }
        }
    }

    /** Farthest from the socket: commands pass it before Lettuce waits for their replies. */
    private final class Commands extends ChannelDuplexHandler {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            counts.countConnected(handler.getEndpoint());
            looking = ctx.executor()
                    .scheduleWithFixedDelay(() -> look(ctx.channel()), pauseNanos, pauseNanos, TimeUnit.NANOSECONDS);
            ctx.fireChannelActive();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (looking != null) {
                looking.cancel(false);
            }
            ctx.fireChannelInactive();
        }

        /** Lettuce sends no command that is done. */
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // its promise is the caller's
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
            if (!liveness.takesCommands()) {
                refuse(message);
            }
            ctx.write(message, promise);
        }

        private void refuse(Object message) {
            if (message instanceof RedisCommand<?, ?, ?> command) {
                command.completeExceptionally(failures.catchingUp());
            } else if (message instanceof Collection<?> commands) {
                commands.forEach(this::refuse);
            }
        }
    }
}
