package dev.multipool.bench.socket;

import io.netty.channel.EventLoopGroup;
import java.util.concurrent.TimeUnit;

/** Ends the threads of connections. */
public final class EventLoops {
    private static final long CLOSE_SECONDS = 5;

    private EventLoops() {}

    /** Ends them and waits for that, but not for ever; an interrupt stays set. */
    @SuppressWarnings("FutureReturnValueIgnored") // the termination future is waited for
    public static void end(EventLoopGroup eventLoops) {
        eventLoops.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
        boolean interrupted = Thread.interrupted();
        try {
            eventLoops.terminationFuture().await(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
