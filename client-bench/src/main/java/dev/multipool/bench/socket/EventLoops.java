package dev.multipool.bench.socket;

import dev.multipool.pools.NanoClock;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Ends the threads of connections. */
public final class EventLoops {
    private static final long CLOSE_SECONDS = 5;

    private EventLoops() {}

    /** Ends them and waits for that, but not for ever; an interrupt stays set. */
    public static void end(EventLoopGroup eventLoops) {
        end(eventLoops, List.of());
    }

    /**
     * Ends them as soon as they have run their last tasks. An event loop that ends closes its connections before it runs
     * what waits, so those tasks would find them broken.
     *
     * @param last tasks of theirs
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the termination future is waited for
    public static void end(EventLoopGroup eventLoops, List<? extends Future<?>> last) {
        boolean interrupted = Thread.interrupted();
        long deadlineNanos = NanoClock.system().nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
        for (Future<?> task : last) {
            interrupted |= await(task, deadlineNanos - NanoClock.system().nanoTime());
        }
        eventLoops.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
        interrupted |= await(eventLoops.terminationFuture(), TimeUnit.SECONDS.toNanos(CLOSE_SECONDS));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether it was interrupted, which ends the waiting. */
    private static boolean await(Future<?> future, long nanos) {
        try {
            future.await(Math.max(0, nanos), TimeUnit.NANOSECONDS);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
