package dev.multipool.pools;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is told to advance; it starts close to where readings wrap around. */
public final class ManualClock implements NanoClock {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_500_000);

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    public void advance(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }
}
