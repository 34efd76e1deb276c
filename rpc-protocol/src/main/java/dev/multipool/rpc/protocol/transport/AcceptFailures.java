package dev.multipool.rpc.protocol.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Belongs into the pipeline of every listening channel: for when the system can't give it a connection, most often
 * because the process has no file descriptor left. Says so in one line, at most once a minute, and accepts no more for a
 * second: the connection that could not be taken is still there, so trying again at once would keep a core busy for
 * nothing. Connections wait in the listen backlog meanwhile; those that are open are served as ever.
 *
 * <p><b>Threads</b>: one instance per channel, on its event loop.
 */
public final class AcceptFailures extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(AcceptFailures.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final long TELL_EVERY_NANOS = Duration.ofMinutes(1).toNanos();

    private final BooleanSupplier mayAccept;
    private boolean pausing;
    private boolean told;
    private long toldNanos;

    /** For a channel that accepts whenever it can. */
    public AcceptFailures() {
        this(() -> true);
    }

    /**
     * For a channel that somebody else stops from accepting at times.
     *
     * @param mayAccept asked after a pause; when it says no, whoever stopped the channel lets it go on
     */
    public AcceptFailures(BooleanSupplier mayAccept) {
        this.mayAccept = mayAccept;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // ends with its thread
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        tell(ctx, cause);
        ctx.channel().config().setAutoRead(false);
        if (!pausing) {
            pausing = true;
            ctx.executor().schedule(() -> goOn(ctx.channel()), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void goOn(Channel listener) {
        pausing = false;
        if (mayAccept.getAsBoolean()) {
            listener.config().setAutoRead(true);
        }
    }

    private void tell(ChannelHandlerContext ctx, Throwable cause) {
        long now = ctx.executor().ticker().nanoTime();
        if (!told || now - toldNanos >= TELL_EVERY_NANOS) {
            told = true;
            toldNanos = now;
            log.warn(
                    "{}: cannot accept connections: {} (expected: free file descriptors, see ulimit -n); they wait, and"
                            + " it is tried again every second",
                    ctx.channel().localAddress(),
                    SocketErrors.reason(cause));
        }
    }
}
