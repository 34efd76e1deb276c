package dev.multipool.pools.internal.worker;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the threads of pools, named after their pool: {@code business-1}. They take nothing after the thread that happens
 * to submit when one is needed. They are no daemons, have normal priority and inherit no thread locals; their group and
 * context class loader are those of the thread that made the pool.
 */
final class PoolThreads {

    private PoolThreads() {}

    @SuppressWarnings("ThreadPriorityCheck") // sets none of its own, but undoes the submitter's
    static ThreadFactory platform(String poolName) {
        AtomicInteger number = new AtomicInteger();
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return task -> {
            Thread thread = new Thread(group, task, poolName + "-" + number.incrementAndGet(), 0, false);
            thread.setDaemon(false);
            thread.setPriority(Thread.NORM_PRIORITY);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }
}
