package dev.multipool.bench.generator;

import dev.multipool.pools.NanoClock;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Sends the calls of an open loop when they are due, for the connections of one event loop, on that event loop.
 *
 * <p>How it works: it sends what is due, then sets one timer of the event loop to the earliest time that any of its
 * connections has a call due, but at least {@link #QUANTUM_NANOS} away, so that high rates go in batches and the timer
 * costs the same at any rate. No thread of its own: on a busy core one that wakes up must first wait until the event loop
 * is taken off it, and the event loop then finds the task only after its next wait for sockets. Epoll's timers are exact to
 * some ten microseconds, those of the JDK's selector to a millisecond.
 *
 * <p><b>Lifecycle</b>: {@link #start} once; it ends by itself when its senders have, or with its event loop.
 */
final class Pacer implements Runnable {
    /** A tenth of the send delay that the generator promises; what it adds to it at most. */
    static final long QUANTUM_NANOS = 100_000;

    private final ScheduledExecutorService eventLoop;
    private final List<OpenLoopSender> senders;
    private final NanoClock clock;

    Pacer(ScheduledExecutorService eventLoop, List<OpenLoopSender> senders, NanoClock clock) {
        this.eventLoop = eventLoop;
        this.senders = List.copyOf(senders);
        this.clock = clock;
    }

    void start() {
        eventLoop.execute(this);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // run() is its end
    public void run() {
        long untilDueNanos = Long.MAX_VALUE;
        for (OpenLoopSender sender : senders) {
            if (!sender.hasEnded()) {
                long dueNanos = sender.sendDue();
                untilDueNanos = Math.min(untilDueNanos, dueNanos - clock.nanoTime());
            }
        }
        if (senders.stream().allMatch(OpenLoopSender::hasEnded)) {
            return;
        }
        try {
            if (untilDueNanos <= 0) {
                // behind: the event loop may read answers, then it goes on at once
                eventLoop.execute(this);
            } else {
                eventLoop.schedule(this, Math.max(QUANTUM_NANOS, untilDueNanos), TimeUnit.NANOSECONDS);
            }
        } catch (RejectedExecutionException e) {
            // the connections were closed: there is no next call
            return;
        }
    }
}
