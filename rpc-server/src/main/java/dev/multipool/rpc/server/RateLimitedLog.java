package dev.multipool.rpc.server;

import dev.multipool.pools.NanoClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Warns at most once a second, and says how many warnings it swallowed in between, so that a peer or a broken
 * dependency cannot fill the disk.
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
    }
}
