package dev.multipool.pools;

import dev.multipool.pools.internal.config.Check;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Bounds how many calls to a dependency are under way at once, on their callers' threads.
 *
 * <pre>{@code
 * User user = bulkhead.call(() -> users.find(id));   // BulkheadFullException when 10 calls are under way
 * }</pre>
 *
 * <p><b>Threads:</b> any. {@link #acquire()} never waits; {@link #acquire(Duration)} waits at most that long, as lock
 * wait in the ledger of the caller's pool.
 *
 * <p><b>Invariant:</b> every permit is given back once, whatever happens to its holder: {@code inUse} returns to 0.
 */
public final class SemaphoreBulkhead {

    private final String name;
    private final ResizableSemaphore semaphore;
    private final AtomicInteger inUse = new AtomicInteger();
    private final LongAdder admitted = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private volatile int permits;

    /**
     * Makes a bulkhead.
     *
     * @throws IllegalArgumentException when {@code permits} is not 1 to 1048576
     */
    public SemaphoreBulkhead(String name, int permits) {
        this.name = name;
        this.permits = Check.between("permits", permits, 1, PoolConfig.MAX_THREADS);
        this.semaphore = new ResizableSemaphore(permits);
    }

    /**
     * Returns a permit.
     *
     * @throws BulkheadFullException when all are in use
     */
    public Permit acquire() {
        if (!semaphore.tryAcquire()) {
            throw full();
        }
        return new Permit();
    }

    /**
     * Returns a permit, waiting for one if need be.
     *
     * @throws BulkheadFullException when there was none for {@code maxWait}
     * @throws InterruptedException when the thread was interrupted while it waited
     */
    public Permit acquire(Duration maxWait) throws InterruptedException {
        Check.positive("maxWait", maxWait);
        if (!semaphore.tryAcquire()) {
            WaitScope wait = WaitScope.open(WaitCause.LOCK);
            try {
                if (!semaphore.tryAcquire(maxWait.toNanos(), TimeUnit.NANOSECONDS)) {
                    throw full();
                }
            } finally {
                wait.close();
            }
        }
        return new Permit();
    }

    /**
     * Calls with a permit.
     *
     * @throws BulkheadFullException when there is none
     * @throws Exception what the call throws
     */
    public <T> T call(Callable<T> call) throws Exception {
        Permit permit = acquire();
        try {
            return call.call();
        } finally {
            permit.close();
        }
    }

    /** Changes the number of permits. Fewer permits take effect as permits in use are given back. */
    public synchronized void resize(int newPermits) {
        Check.between("permits", newPermits, 1, PoolConfig.MAX_THREADS);
        if (newPermits > permits) {
            semaphore.release(newPermits - permits);
        } else {
            semaphore.reducePermits(permits - newPermits);
        }
        permits = newPermits;
    }

    /** Returns the counters. */
    public BulkheadSnapshot snapshot() {
        return new BulkheadSnapshot(name, permits, inUse.get(), admitted.sum(), rejected.sum(), 0);
    }

    private BulkheadFullException full() {
        rejected.increment();
        return new BulkheadFullException(name, permits, semaphore.getQueueLength());
    }

    /** The right to be inside; {@link #close} gives it back, once however often it is called, from any thread. */
    public final class Permit implements AutoCloseable {

        private final AtomicBoolean open = new AtomicBoolean(true);

        private Permit() {
            inUse.incrementAndGet();
            admitted.increment();
        }

        @Override
        public void close() {
            if (open.compareAndSet(true, false)) {
                inUse.decrementAndGet();
                semaphore.release();
            }
        }
    }

    /** Opens the JDK's way to take permits away. */
    private static final class ResizableSemaphore extends Semaphore {

        private static final long serialVersionUID = 1L;

        ResizableSemaphore(int permits) {
            super(permits);
        }

        @Override
        protected void reducePermits(int reduction) {
            super.reducePermits(reduction);
        }
    }
}
