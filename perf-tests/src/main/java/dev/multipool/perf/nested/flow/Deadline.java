package dev.multipool.perf.nested.flow;

import dev.multipool.pools.NanoClock;
import java.time.Duration;

/** When a request gives up, as a call's context has it. */
public record Deadline(NanoClock clock, long nanos) {

    /** Zero when it has passed. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, nanos - clock.nanoTime()));
    }
}
