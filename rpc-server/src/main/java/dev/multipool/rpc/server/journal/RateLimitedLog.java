package dev.multipool.rpc.server.journal;

import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.FailureText;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Warns of each kind at most once in its interval, and says how many warnings of the kind it swallowed in between. So a
 * peer or a broken dependency cannot fill the disk, and strangers cannot hide what fails here.
 *
 * <p>It never throws: whoever warns has a call or a connection to bring to its end, whatever the logger, the clock or
 * the message do.
 *
 * <p><b>Threads</b>: any; lock-free.
 */
public final class RateLimitedLog {
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private final NanoClock clock;
    /** All are there from the beginning: where they are needed there may be no memory to make one. */
    private final Map<Enum<?>, Limit> limits = new HashMap<>();
    /** Shared by the kinds that the constructor was not told of. */
    private final Limit unannounced;

    /**
     * @param furtherKinds kinds beside those of {@link LogKind}, each told at most once a second
     */
    public RateLimitedLog(NanoClock clock, Enum<?>... furtherKinds) {
        this.clock = clock;
        long now = clock.nanoTime();
        unannounced = new Limit(now, A_SECOND);
        for (LogKind kind : LogKind.values()) {
            limits.put(kind, new Limit(now, kind.interval()));
        }
        for (Enum<?> kind : furtherKinds) {
            limits.put(kind, new Limit(now, A_SECOND));
        }
    }

    /** When the next warning of a kind may be written, and how many were not since the last. */
    private record Limit(long intervalNanos, AtomicLong nextNanos, AtomicLong swallowed) {
        Limit(long now, Duration interval) {
            this(interval.toNanos(), new AtomicLong(now), new AtomicLong());
        }
    }

    private Limit limit(Enum<?> kind) {
        return limits.getOrDefault(kind, unannounced);
    }

    public void warn(Enum<?> kind, Logger log, Supplier<String> message) {
        Limit limit = limit(kind);
        AtomicLong nextNanos = limit.nextNanos;
        AtomicLong swallowed = limit.swallowed;
        try {
            long now = clock.nanoTime();
            long next = nextNanos.get();
            if (now - next < 0 || !nextNanos.compareAndSet(next, now + limit.intervalNanos)) {
                swallowed.incrementAndGet();
                return;
            }
            long before = swallowed.getAndSet(0);
            if (log.isWarnEnabled()) {
                log.warn(before == 0 ? "{}" : "{} ({} like it since the last such line)", message.get(), before);
            }
        } catch (Throwable unloggable) {
            // told at the next chance
            swallowed.incrementAndGet();
        }
    }

    /** Warns of what foreign code threw; its stack trace goes to debug. */
    public void warnOfFailure(Enum<?> kind, Logger log, Supplier<String> what, Throwable thrown) {
        warn(kind, log, () -> what.get() + ": " + FailureText.of(thrown));
        try {
            if (log.isDebugEnabled()) {
                log.debug(what.get(), thrown);
            }
        } catch (Throwable unprintable) {
            limit(kind).swallowed.incrementAndGet();
        }
    }
}
