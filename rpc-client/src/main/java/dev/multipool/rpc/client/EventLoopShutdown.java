package dev.multipool.rpc.client;

import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the event loops of a client, and waits for their end on a thread that may wait. */
final class EventLoopShutdown {
    private static final Logger LOG = LoggerFactory.getLogger(EventLoopShutdown.class);

    private EventLoopShutdown() {}

    /**
     * Waits at most that long, and not at all on one of these event loops.
     *
     * @param servers what the client calls, for the log
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the termination future is waited for
    static void shutDown(EventLoopGroup eventLoops, Duration bound, String servers) {
        eventLoops.shutdownGracefully(0, bound.toNanos(), TimeUnit.NANOSECONDS);
        if (BlockingWait.isOn(eventLoops)) {
            return;
        }
        try {
            if (!eventLoops.terminationFuture().await(bound.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn("the client of {} did not end within {}", servers, bound);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
