package dev.multipool.agent.libraries;

import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.QueueConfig;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** Reads {@link ThreadPoolExecutor}s. */
class ExecutorReader implements PoolReader {

    private static final int READINGS = 100;

    @Override
    public Bounds bounds(Object pool) {
        ThreadPoolExecutor executor = (ThreadPoolExecutor) pool;
        return bounds(executor.getCorePoolSize(), executor.getMaximumPoolSize(), capacity(executor.getQueue()));
    }

    /** The most tasks that the queue holds, which it tells only as the sum of two numbers that change all the time. */
    static int capacity(BlockingQueue<?> queue) {
        long sum = 0;
        for (int i = 0; i < READINGS; i++) {
            int free = queue.remainingCapacity();
            if (free >= QueueConfig.MAX_CAPACITY) {
                // asked for its size, a queue without a bound may count for long
                return QueueConfig.MAX_CAPACITY;
            }
            sum = (long) free + queue.size();
            if (queue.remainingCapacity() == free) {
                break;
            }
        }
        return (int) Math.min(QueueConfig.MAX_CAPACITY, sum);
    }

    /** Threads beyond the core come when the queue is full: never, where it has no bound. */
    static Bounds bounds(int core, int max, int capacity) {
        int most = Math.min(max, PoolConfig.MAX_THREADS);
        if (capacity == 0) {
            return new Bounds(PoolKind.CACHED, Math.min(core, most), most, 0);
        }
        boolean isFixed = core == max || capacity >= QueueConfig.MAX_CAPACITY;
        int threads = Math.min(Math.max(core, 1), most);
        return isFixed
                ? new Bounds(PoolKind.FIXED, threads, threads, capacity)
                : new Bounds(PoolKind.EAGER, Math.min(core, most), most, capacity);
    }

    @Override
    public int threads(Object pool) {
        return ((ThreadPoolExecutor) pool).getPoolSize();
    }

    @Override
    public boolean isShutDown(Object pool) {
        return ((ThreadPoolExecutor) pool).isShutdown();
    }

    @Override
    public Object @Nullable [] queued(Object pool) {
        return ((ThreadPoolExecutor) pool).getQueue().toArray();
    }

    @Override
    public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
        ThreadPoolExecutor executor = (ThreadPoolExecutor) pool;
        Bounds now = bounds(pool);
        // of an unbounded queue the most threads never come, so they may be more than the bounds tell
        int most = executor.getMaximumPoolSize();
        SafeOrder.resize(
                new Bounds(now.kind(), now.coreThreads(), most, now.queueCapacity()),
                new Bounds(now.kind(), coreThreads, maxThreads, queueCapacity),
                executor::setCorePoolSize,
                executor::setMaximumPoolSize);
    }
}
