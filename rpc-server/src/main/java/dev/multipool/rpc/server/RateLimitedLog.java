package dev.multipool.rpc.server;

import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.FailureText;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Warns at most once a second, and says how many warnings it swallowed in between, so that a peer or a broken
 * dependency cannot fill the disk.
 *
 * <p>It never throws: whoever warns has a call or a connection to bring to its end, whatever the logger, the clock or
 * the message do.
 *
 * <p><b>Threads</b>: any; lock-free.
 */
final class RateLimitedLog {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final NanoClock clock;
    private final AtomicLong nextNanos;
    private final AtomicLong swallowed = new AtomicLong();

    RateLimitedLog(NanoClock clock) {
        this.clock = clock;
        this.nextNanos = new AtomicLong(clock.nanoTime());
    }

    void warn(Logger log, Supplier<String> message) {
        try {
            long now = clock.nanoTime();
            long next = nextNanos.get();
            if (now - next < 0 || !nextNanos.compareAndSet(next, now + INTERVAL_NANOS)) {
                swallowed.incrementAndGet();
                return;
            }
            long before = swallowed.getAndSet(0);
            if (log.isWarnEnabled()) {
                log.warn(before == 0 ? "{}" : "{} ({} like it in the last second or more)", message.get(), before);
            }
        } catch (Throwable unloggable) {
            // told at the next chance
            swallowed.incrementAndGet();
        }
    }

    /** Warns of what foreign code threw; its stack trace goes to debug. */
    void failed(Logger log, Supplier<String> what, Throwable thrown) {
        warn(log, () -> what.get() + ": " + FailureText.of(thrown));
        try {
            if (log.isDebugEnabled()) {
                log.debug(what.get(), thrown);
            }
        } catch (Throwable unprintable) {
            swallowed.incrementAndGet();
        }
    }
}
