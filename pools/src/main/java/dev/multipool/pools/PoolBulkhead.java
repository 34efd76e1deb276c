package dev.multipool.pools;

import dev.multipool.pools.internal.TaskContext;
import dev.multipool.pools.internal.config.Check;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Gives a dependency n threads of its own and no queue, and ends a call that takes too long. When the dependency is slow,
 * calls to it fail at once and nothing else suffers.
 *
 * <p>How many threads: arrivals per second at peak times the 99th percentile of the call's seconds, and some room. For
 * 1124 calls per second of 6 ms that is 6.7, so 10.
 *
 * <p><b>Threads:</b> the caller waits, as join wait in the ledger of its own pool; the call runs on a thread named after
 * the bulkhead. A call that timed out is interrupted; its thread is busy until it heeds that.
 *
 * <p><b>Lifecycle:</b> {@link #close()} stops the threads.
 */
public final class PoolBulkhead implements AutoCloseable {

    private final MeasuredPool pool;
    private final LongAdder timedOut = new LongAdder();

    /** Makes a bulkhead of that many threads. */
    public PoolBulkhead(String name, int threads) {
        this(Pools.create(PoolConfig.builder(name).threads(threads).build()));
    }

    /**
     * Makes a bulkhead of a pool, which it owns from now on.
     *
     * @throws IllegalArgumentException when calls could queue in the pool
     */
    public PoolBulkhead(MeasuredPool pool) {
        Check.between("queue of bulkhead " + pool.config().name(), pool.config().queueCapacity(), 0, 0);
        this.pool = pool;
    }

    /**
     * Calls on one of the threads and returns the result.
     *
     * @throws PoolRejectedException when every thread is busy, or the bulkhead is closed
     * @throws CallTimeoutException when the call took longer than {@code timeout}; it has been cancelled
     * @throws InterruptedException when the calling thread was interrupted while it waited; the call has been cancelled
     * @throws Exception what the call throws
     */
    public <T extends @Nullable Object> T call(Callable<T> call, Duration timeout) throws Exception {
        Check.positive("timeout", timeout);
        long deadlineNanos =
                TaskContext.soonerDeadline(pool.clock(), pool.clock().nanoTime() + timeout.toNanos());
        PoolCall<T> inside = new PoolCall<>(pool.config().name(), call, deadlineNanos);
        pool.execute((PoolTask) inside);
        WaitScope wait = WaitScope.open(WaitCause.JOIN);
        try {
            return inside.get(Math.max(0, deadlineNanos - pool.clock().nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw timeOut(timeout);
        } catch (ExecutionException e) {
            throw unwrap(e, timeout);
        } finally {
            wait.close();
            inside.cancel(true);
        }
    }

    /** Changes the number of threads, at once: {@link MeasuredPool#resize}. */
    public void resize(int threads) {
        pool.resize(
                pool.config().kind() == PoolKind.FIXED ? threads : pool.config().coreThreads(), threads, 0);
    }

    /** Returns the counters. */
    public BulkheadSnapshot snapshot() {
        LedgerSnapshot ledger = ledger();
        long rejected = ledger.counts().rejections().total();
        return new BulkheadSnapshot(
                ledger.poolName(),
                ledger.state().maxThreads(),
                ledger.inFlight(),
                ledger.arrivals() - rejected,
                rejected,
                timedOut.sum());
    }

    /** Returns the ledger of the bulkhead's threads. */
    public LedgerSnapshot ledger() {
        return pool.snapshot();
    }

    @Override
    public void close() {
        pool.close();
    }

    private CallTimeoutException timeOut(Duration timeout) {
        timedOut.increment();
        return new CallTimeoutException(pool.config().name(), timeout);
    }

    private Exception unwrap(ExecutionException e, Duration timeout) {
        Throwable cause = e.getCause();
        if (cause instanceof TaskNotRunException notRun && notRun.reason() == NotRunReason.EXPIRED) {
            return timeOut(timeout);
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof Exception exception ? exception : e;
    }
}
