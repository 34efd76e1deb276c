package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something that can only be polled, and fails when it does not come. */
public final class Eventually {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(20);

    private Eventually() {}

    public static void isTrue(String claim, BooleanSupplier condition) {
        isTrue(claim, LIMIT, condition);
    }

    /** For what takes its time. */
    public static void isTrue(String claim, Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("%s, within %s", claim, limit).isLessThan(end);
            LockSupport.parkNanos(POLL.toNanos());
        }
    }
}
