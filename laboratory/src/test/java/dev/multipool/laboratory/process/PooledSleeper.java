package dev.multipool.laboratory.process;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolManagement;
import dev.multipool.pools.Pools;
import java.util.concurrent.CountDownLatch;

/** A main class that shows a pool over JMX, and never ends by itself. */
public final class PooledSleeper {
    private PooledSleeper() {}

    public static void main(String[] args) throws InterruptedException {
        try (MeasuredPool pool = Pools.create(PoolConfig.parse("work", "fixed:threads=2,queue=10"));
                PoolManagement management = PoolManagement.register(pool)) {
            System.out.println("ready " + management.objectName());
            new CountDownLatch(1).await();
        }
    }
}
