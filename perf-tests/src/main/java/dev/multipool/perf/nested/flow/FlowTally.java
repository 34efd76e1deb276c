package dev.multipool.perf.nested.flow;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What became of the requests of one window. */
final class FlowTally {
    private final long beginNanos;
    private final long endNanos;
    private final LongAdder requests = new LongAdder();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();

    FlowTally(long beginNanos, long endNanos) {
        this.beginNanos = beginNanos;
        this.endNanos = endNanos;
    }

    /** Notes a request that ended now, and why it failed if it did; returns whether its user is to ask again. */
    boolean ended(long nowNanos, @Nullable String failure) {
        if (failure != null) {
            failures.incrementAndGet();
            firstFailure.compareAndSet(null, failure);
        } else if (nowNanos - beginNanos >= 0 && nowNanos - endNanos < 0) {
            requests.increment();
        }
        return nowNanos - endNanos < 0;
    }

    long requests() {
        return requests.sum();
    }

    long failures() {
        return failures.get();
    }

    @Nullable
    String firstFailure() {
        return firstFailure.get();
    }
}
