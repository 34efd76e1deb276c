package dev.multipool.pools;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The technique that K. Pepperdine's article measures a pool with, for comparison: arrival times in a concurrent map
 * whose key is the task, a synchronized block on every arrival, shared atomics on every completion.
 */
final class ArrivalMapExecutor extends ThreadPoolExecutor {

    private final ConcurrentHashMap<Runnable, Long> arrivalNanos = new ConcurrentHashMap<>();
    private final ThreadLocal<Long> startNanos = new ThreadLocal<>();
    private final AtomicLong serviceNanos = new AtomicLong();
    private final AtomicLong queueNanos = new AtomicLong();
    private final AtomicLong completions = new AtomicLong();
    private final AtomicLong arrivals = new AtomicLong();
    private long lastArrivalNanos;
    private long interArrivalNanos;

    ArrivalMapExecutor(int threads, int queueCapacity) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queueCapacity));
    }

    @Override
    public void execute(Runnable task) {
        long now = System.nanoTime();
        arrivals.incrementAndGet();
        synchronized (this) {
            if (lastArrivalNanos != 0) {
                interArrivalNanos += now - lastArrivalNanos;
            }
            lastArrivalNanos = now;
            arrivalNanos.put(task, now);
        }
        super.execute(task);
    }

    @Override
    protected void beforeExecute(Thread worker, Runnable task) {
        super.beforeExecute(worker, task);
        startNanos.set(System.nanoTime());
    }

    @Override
    protected void afterExecute(Runnable task, Throwable failure) {
        try {
            Long start = startNanos.get();
            Long arrival = arrivalNanos.remove(task);
            serviceNanos.addAndGet(System.nanoTime() - start);
            queueNanos.addAndGet(arrival == null ? 0 : start - arrival);
            completions.incrementAndGet();
        } finally {
            super.afterExecute(task, failure);
        }
    }

    /** Arrivals per second. */
    synchronized double arrivalRatePerSecond() {
        return arrivals.get() * 1e9 / Math.max(1, interArrivalNanos);
    }

    /** Dead time over response time: shows that the figures add up to something. */
    synchronized double deadTimeRatio() {
        return (double) queueNanos.get() / Math.max(1, queueNanos.get() + serviceNanos.get());
    }
}
