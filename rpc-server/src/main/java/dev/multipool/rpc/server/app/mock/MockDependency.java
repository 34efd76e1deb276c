package dev.multipool.rpc.server.app.mock;

import dev.multipool.pools.WaitCause;
import dev.multipool.pools.WaitScope;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A downstream that answers after a random delay. The n-th call's delay is a function of the seed and n.
 *
 * <p><b>Threads</b>: any; {@link #delay} blocks its caller and counts as I/O wait, {@link #delayAsync} blocks nobody.
 */
public final class MockDependency {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final DelayDistribution distribution;
    private final long seed;
    private final AtomicLong calls = new AtomicLong();

    public MockDependency(DelayDistribution distribution, long seed) {
        this.distribution = distribution;
        this.seed = seed;
    }

    /** Whether calls take any time. */
    public boolean delays() {
        return distribution.shape() != DelayDistribution.Shape.NONE;
    }

    /**
     * Takes its time.
     *
     * @param atMost how long the caller can wait
     * @return the delay in nanoseconds
     * @throws RpcException ERPCTIMEDOUT, after {@code atMost}, when the delay is longer
     */
    public long delay(Duration atMost) throws InterruptedException {
        long nanos = nextNanos();
        long wait = Math.min(nanos, Math.max(0, atMost.toNanos()));
        if (wait > 0) {
            WaitScope scope = WaitScope.open(WaitCause.IO);
            try {
                TimeUnit.NANOSECONDS.sleep(wait);
            } finally {
                scope.close();
            }
        }
        if (wait < nanos) {
            throw tooSlow(nanos);
        }
        return nanos;
    }

    /** The same without a blocked thread; dependents run on the JDK's timer thread. */
    public CompletionStage<Long> delayAsync(Duration atMost) {
        long nanos = nextNanos();
        long wait = Math.min(nanos, Math.max(0, atMost.toNanos()));
        if (nanos == 0) {
            return CompletableFuture.completedFuture(0L);
        }
        return new CompletableFuture<Long>()
                .completeOnTimeout(nanos, wait, TimeUnit.NANOSECONDS)
                .thenApply(delay -> {
                    if (wait < delay) {
                        throw tooSlow(delay);
                    }
                    return delay;
                });
    }

    private long nextNanos() {
        return distribution.sampleNanos(new SplittableRandom(seed + calls.getAndIncrement() * GOLDEN_GAMMA));
    }

    private static RpcException tooSlow(long nanos) {
        return new RpcException(
                RpcErrorCode.ERPCTIMEDOUT,
                "the deadline passed before the mock dependency answered (it takes " + nanos / 1_000 + " us)");
    }
}
