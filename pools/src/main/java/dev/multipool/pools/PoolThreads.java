package dev.multipool.pools;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes the threads of pools, named after their pool: {@code business-1}. */
final class PoolThreads {

    private PoolThreads() {}

    static ThreadFactory platform(String poolName) {
        AtomicInteger number = new AtomicInteger();
        return task -> new Thread(task, poolName + "-" + number.incrementAndGet());
    }
}
