package dev.multipool.rpc.server.limits;

import dev.multipool.pools.NanoClock;
import java.time.Duration;

/**
 * Until when something may take, by the server's clock. A clock that throws has no time left: who waits for a bound
 * comes to its end all the same.
 *
 * <p><b>Threads</b>: any; immutable.
 */
public final class TimeBound {
    /** A century: what is longer can't be added to a clock's reading. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final NanoClock clock;
    private final long endNanos;

    private TimeBound(NanoClock clock, long endNanos) {
        this.clock = clock;
        this.endNanos = endNanos;
    }

    /** The bound that is this far away; a negative time is over. */
    public static TimeBound in(Duration time, NanoClock clock) {
        Duration bounded = time.isNegative() ? Duration.ZERO : time.compareTo(LONGEST) < 0 ? time : LONGEST;
        try {
            return new TimeBound(clock, clock.nanoTime() + bounded.toNanos());
        } catch (Throwable noTime) {
            return new TimeBound(() -> 0, 0);
        }
    }

    public boolean isOver() {
        return remainingNanos() == 0;
    }

    /** What is left, at least zero. */
    public Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }

    /** What is left in milliseconds, at most so many. */
    public long remainingMillis(Duration atMost) {
        Duration remaining = remaining();
        return (remaining.compareTo(atMost) < 0 ? remaining : atMost).toMillis();
    }

    private long remainingNanos() {
        try {
            return Math.max(0, endNanos - clock.nanoTime());
        } catch (Throwable noTime) {
            return 0;
        }
    }
}
